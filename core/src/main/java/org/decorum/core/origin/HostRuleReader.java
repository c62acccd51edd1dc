package org.decorum.core.origin;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.decorum.core.origin.HostPattern.Compiled;
import org.decorum.core.origin.HostRule.Gate;
import org.decorum.core.origin.HostRule.Parameter;

/**
 * Reads known-hosts files; a line that cannot be read is refused with its number. A block of {@code host} lines and the
 * {@code key} lines under it stand for all their combinations.
 */
final class HostRuleReader {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern SECTION = Pattern.compile("\\[(\\S+)\\s+(\\S+)]");
    private static final Pattern CONSTANT = Pattern.compile("(\\w+)=(\\S*)");

    private final Map<String, String> classes = new HashMap<>();
    private final List<HostRule> rules = new ArrayList<>();
    private final List<HostLine> hosts = new ArrayList<>();
    private final List<KeyLine> keys = new ArrayList<>();
    private OriginKind kind = OriginKind.SITE;
    private String service = "";

    private record HostLine(String pattern, Map<String, String> constants) {}

    private record KeyLine(String target, String bucket, String pays) {
        static final String ANY_TARGET = "*";
        static final KeyLine NO_BUCKET = new KeyLine(ANY_TARGET, Service.NO_BUCKET, Service.NO_BUCKET);
    }

    private HostRuleReader() {}

    static List<HostRule> read(BufferedReader source) throws IOException {
        HostRuleReader reader = new HostRuleReader();
        int number = 0;
        try {
            for (String line = source.readLine(); line != null; line = source.readLine()) {
                number++;
                String content = line.strip();
                if (!content.isEmpty() && !content.startsWith("#")) {
                    reader.accept(content);
                }
            }
            reader.endBlock();
        } catch (IllegalArgumentException e) {
            throw new IOException("known hosts, line " + number + ": " + e.getMessage(), e);
        }
        return reader.rules;
    }

    private void accept(String line) {
        Matcher section = SECTION.matcher(line);
        if (section.matches()) {
            endBlock();
            kind = kind(section.group(1));
            service = section.group(2);
            return;
        }
        String[] columns = BLANKS.split(line);
        switch (columns[0]) {
            case "class" -> {
                expectColumns(columns, 3, 3, "class name regular-expression");
                classes.put(columns[1], columns[2]);
            }
            case "host" -> {
                expectColumns(columns, 2, Integer.MAX_VALUE, "host pattern [name=value ...]");
                if (!keys.isEmpty()) {
                    endBlock();
                }
                hosts.add(new HostLine(columns[1], constants(columns)));
            }
            case "key" -> {
                expectColumns(columns, 3, 4, "key target bucket [pays]");
                keys.add(new KeyLine(columns[1], columns[2], columns[columns.length - 1]));
            }
            default ->
                throw new IllegalArgumentException(columns[0] + " (expected: [kind service], class, host or key)");
        }
    }

    private static void expectColumns(String[] columns, int min, int max, String form) {
        if (columns.length < min || columns.length > max) {
            throw new IllegalArgumentException("columns: " + columns.length + " (expected: " + form + ")");
        }
    }

    private static Map<String, String> constants(String[] columns) {
        Map<String, String> constants = new HashMap<>();
        for (String column : Arrays.asList(columns).subList(2, columns.length)) {
            Matcher constant = CONSTANT.matcher(column);
            if (!constant.matches()) {
                throw new IllegalArgumentException("constant: " + column + " (expected: name=value)");
            }
            constants.put(constant.group(1), constant.group(2));
        }
        return constants;
    }

    private void endBlock() {
        if (hosts.isEmpty() && !keys.isEmpty()) {
            throw new IllegalArgumentException("key without a host (expected: host lines before it)");
        }
        Set<String> constantNames = new HashSet<>();
        hosts.forEach(host -> constantNames.addAll(host.constants.keySet()));
        for (HostLine host : hosts) {
            for (KeyLine key : keys.isEmpty() ? List.of(KeyLine.NO_BUCKET) : keys) {
                rules.add(rule(host, key, constantNames));
            }
        }
        hosts.clear();
        keys.clear();
    }

    private HostRule rule(HostLine line, KeyLine key, Set<String> constantNames) {
        String target = key.target.equals(KeyLine.ANY_TARGET) ? "" : key.target;
        int question = target.indexOf('?');
        String pathText = question < 0 ? target : target.substring(0, question);
        Compiled host = HostPattern.ofHost(line.pattern, classes);
        Optional<Compiled> path =
                pathText.isEmpty() ? Optional.empty() : Optional.of(HostPattern.ofPath(pathText, classes));
        Optional<Parameter> parameter =
                question < 0 ? Optional.empty() : Optional.of(parameter(target.substring(question + 1)));
        Set<String> variables = new HashSet<>(host.variables());
        path.ifPresent(compiled -> variables.addAll(compiled.variables()));
        parameter.ifPresent(query -> variables.addAll(query.value().variables()));
        return new HostRule(
                kind,
                service,
                line.pattern + target,
                gate(line.pattern, pathText),
                host,
                path,
                parameter,
                template(key.bucket, line.constants, constantNames, variables),
                template(key.pays, line.constants, constantNames, variables));
    }

    /** The template with the constants of its host line filled in; a constant of another line of the block is empty. */
    private static String template(
            String text, Map<String, String> constants, Set<String> constantNames, Set<String> variables) {
        return HostRule.VARIABLE.matcher(text).replaceAll(found -> {
            String name = found.group(1);
            if (variables.contains(name)) {
                return Matcher.quoteReplacement(found.group());
            }
            if (!constantNames.contains(name)) {
                throw new IllegalArgumentException("template: " + text + " (expected: variables of the pattern)");
            }
            return Matcher.quoteReplacement(constants.getOrDefault(name, ""));
        });
    }

    private Parameter parameter(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException("query: " + text + " (expected: name=pattern)");
        }
        return new Parameter(text.substring(0, equals), HostPattern.ofValue(text.substring(equals + 1), classes));
    }

    private static Gate gate(String host, String path) {
        int patternEnd = Math.max(host.lastIndexOf('}'), host.lastIndexOf(')'));
        int firstDot = patternEnd < 0 ? -1 : host.indexOf('.', patternEnd);
        String tail = patternEnd >= 0 && firstDot < 0 ? "" : host.substring(firstDot + 1);
        if (tail.indexOf('.') > 0) {
            return new Gate(tail, "", "");
        }
        Gate gate = new Gate("", HostPattern.literalHead(host), HostPattern.literalHead(path));
        if (gate.hostHead().length() + gate.pathHead().length() < 2) {
            throw new IllegalArgumentException("host: " + host + path
                    + " (expected: two literal labels at the end, or literal text at the beginning of host or path)");
        }
        return gate;
    }

    private static OriginKind kind(String name) {
        return Arrays.stream(OriginKind.values())
                .filter(kind -> kind.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "kind: " + name + " (expected: site, object-store, cdn or image-service)"));
    }
}

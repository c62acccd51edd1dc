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
import java.util.regex.Pattern;
import org.decorum.core.origin.HostPattern.Compiled;
import org.decorum.core.origin.HostRule.Gate;
import org.decorum.core.origin.HostRule.Parameter;

/** Reads known-hosts files; a line that cannot be read is refused with its number. */
final class HostRuleReader {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final String CLASS_LINE = "class";

    private final Map<String, String> classes = new HashMap<>();
    private final List<HostRule> rules = new ArrayList<>();

    private HostRuleReader() {}

    static List<HostRule> read(BufferedReader source) throws IOException {
        HostRuleReader reader = new HostRuleReader();
        int number = 0;
        for (String line = source.readLine(); line != null; line = source.readLine()) {
            number++;
            String content = line.strip();
            if (content.isEmpty() || content.startsWith("#")) {
                continue;
            }
            try {
                reader.add(BLANKS.split(content));
            } catch (IllegalArgumentException e) {
                throw new IOException("known hosts, line " + number + ": " + e.getMessage(), e);
            }
        }
        return reader.rules;
    }

    private void add(String[] columns) {
        if (columns[0].equals(CLASS_LINE) && columns.length == 3) {
            classes.put(columns[1], columns[2]);
            return;
        }
        if (columns.length < 3 || columns.length > 5) {
            throw new IllegalArgumentException(
                    "columns: " + columns.length + " (expected: kind service pattern [bucket [pays]])");
        }
        String bucket = columns.length > 3 ? columns[3] : Service.NO_BUCKET;
        String pays = columns.length > 4 ? columns[4] : bucket;
        rules.add(rule(kind(columns[0]), columns[1], columns[2], bucket, pays));
    }

    private HostRule rule(OriginKind kind, String service, String text, String bucket, String pays) {
        String beforeQuery = before(text, '?');
        String hostText = before(beforeQuery, '/');
        String pathText = beforeQuery.substring(hostText.length());
        String queryText = text.substring(Math.min(text.length(), beforeQuery.length() + 1));
        Compiled host = HostPattern.ofHost(hostText, classes);
        Optional<Compiled> path =
                pathText.isEmpty() ? Optional.empty() : Optional.of(HostPattern.ofPath(pathText, classes));
        Optional<Parameter> parameter = queryText.isEmpty() ? Optional.empty() : Optional.of(parameter(queryText));
        Set<String> known = new HashSet<>(host.variables());
        path.ifPresent(compiled -> known.addAll(compiled.variables()));
        parameter.ifPresent(query -> known.addAll(query.value().variables()));
        VARIABLE.matcher(bucket + pays).results().forEach(used -> {
            if (!known.contains(used.group(1))) {
                throw new IllegalArgumentException("template: " + used.group() + " (expected: one of " + known + ")");
            }
        });
        return new HostRule(kind, service, text, gate(hostText, pathText), host, path, parameter, bucket, pays);
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
        Gate gate = new Gate("", literalHead(host), literalHead(path));
        if (gate.hostHead().length() + gate.pathHead().length() < 2) {
            throw new IllegalArgumentException("pattern: " + host + path
                    + " (expected: a host that ends in two literal labels, or a literal head)");
        }
        return gate;
    }

    private static String literalHead(String text) {
        return before(before(text, '{'), '(');
    }

    private static String before(String text, char stop) {
        int at = text.indexOf(stop);
        return at < 0 ? text : text.substring(0, at);
    }

    private static OriginKind kind(String name) {
        return Arrays.stream(OriginKind.values())
                .filter(kind -> kind.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "kind: " + name + " (expected: site, object-store, cdn or image-service)"));
    }
}

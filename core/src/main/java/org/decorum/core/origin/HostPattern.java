package org.decorum.core.origin;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The pattern language of known-hosts files, compiled to a regular expression: {@code {name}} is one label or path
 * segment or a part of one, {@code {name+}} several labels, {@code {name:class}} text of a declared class,
 * {@code (a|b|)} one of some literals, and everything else stands for itself.
 */
final class HostPattern {

    /** A compiled pattern and the variables in it. */
    record Compiled(Pattern regex, Set<String> variables) {}

    private final String text;
    private final String separators;
    private final Map<String, String> classes;
    private final StringBuilder regex = new StringBuilder();
    private final Set<String> variables = new LinkedHashSet<>();

    private HostPattern(String text, String separators, Map<String, String> classes) {
        this.text = text;
        this.separators = separators;
        this.classes = classes;
    }

    /** A pattern that a whole host has to match. */
    static Compiled ofHost(String text, Map<String, String> classes) {
        return new HostPattern(text, ".", classes).compile("");
    }

    /** A pattern that a path has to begin with, up to the end of a segment. */
    static Compiled ofPath(String text, Map<String, String> classes) {
        return new HostPattern(text, "/", classes).compile(text.endsWith("/") ? "" : "(?=/|$)");
    }

    /** A pattern that the value of a query parameter has to begin with. */
    static Compiled ofValue(String text, Map<String, String> classes) {
        return new HostPattern(text, "&", classes).compile("");
    }

    /** What every text that matches has to begin with. */
    static String literalHead(String text) {
        int end = 0;
        while (end < text.length() && text.charAt(end) != '{' && text.charAt(end) != '(') {
            end++;
        }
        return text.substring(0, end);
    }

    private Compiled compile(String tail) {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '{' || c == '(') {
                int end = text.indexOf(c == '{' ? '}' : ')', at);
                if (end < 0) {
                    throw new IllegalArgumentException("pattern: " + text + " (expected: a closed bracket)");
                }
                String inside = text.substring(at + 1, end);
                regex.append(c == '{' ? variable(inside) : alternatives(inside));
                at = end + 1;
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
                at++;
            }
        }
        try {
            return new Compiled(Pattern.compile(regex + tail), Set.copyOf(variables));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("pattern: " + text + " (expected: valid names and classes)", e);
        }
    }

    private String variable(String inside) {
        int colon = inside.indexOf(':');
        boolean several = inside.endsWith("+");
        String name =
                colon >= 0 ? inside.substring(0, colon) : several ? inside.substring(0, inside.length() - 1) : inside;
        if (!variables.add(name)) {
            throw new IllegalArgumentException("pattern: " + text + " (expected: each variable once)");
        }
        String body = several ? ".+" : "[^" + separators + "]+";
        if (colon >= 0) {
            body = classes.getOrDefault(inside.substring(colon + 1), "");
            if (body.isEmpty()) {
                throw new IllegalArgumentException("pattern: " + text + " (expected: a declared class)");
            }
        }
        return "(?<" + name + ">" + body + ")";
    }

    private static String alternatives(String inside) {
        StringBuilder either = new StringBuilder("(?:");
        for (String literal : inside.split("\\|", -1)) {
            either.append(either.length() > 3 ? "|" : "").append(literal.isEmpty() ? "" : Pattern.quote(literal));
        }
        return either.append(')').toString();
    }
}

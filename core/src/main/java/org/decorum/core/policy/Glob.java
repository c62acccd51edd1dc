package org.decorum.core.policy;

/**
 * A pattern in which {@code *} stands for any characters, none and slashes included, and every other character for
 * itself. Found in one pass without going back: of several places where a part fits, the first is as good as any.
 */
final class Glob {

    private static final char ANY = '*';

    private final String text;
    private final String[] parts;

    Glob(String text) {
        this.text = text;
        this.parts = text.split("\\*", -1);
    }

    boolean matches(String value) {
        if (text.indexOf(ANY) < 0) {
            return text.equals(value);
        }
        String first = parts[0];
        String last = parts[parts.length - 1];
        if (value.length() < first.length() + last.length() || !value.startsWith(first) || !value.endsWith(last)) {
            return false;
        }
        int from = first.length();
        for (int i = 1; i < parts.length - 1; i++) {
            int at = value.indexOf(parts[i], from);
            if (at < 0) {
                return false;
            }
            from = at + parts[i].length();
        }
        return from <= value.length() - last.length();
    }

    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Glob glob && glob.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}

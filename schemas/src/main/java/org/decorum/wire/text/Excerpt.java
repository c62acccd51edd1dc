package org.decorum.wire.text;

import java.util.Locale;

/**
 * A stranger's text as a message may show it: one line of printable characters, at most 64 of them, then its length. A
 * library's message may quote a stranger's text as well, and gets 200.
 */
public final class Excerpt {

    private static final int CHARS_MAX = 64;
    private static final int MESSAGE_CHARS_MAX = 200;

    private Excerpt() {}

    public static String of(String text) {
        return cut(text, CHARS_MAX);
    }

    /** Kind and message of a failure. */
    public static String of(Exception failure) {
        String message = failure.getMessage();
        String kind = failure.getClass().getSimpleName();
        return message == null ? kind : kind + ", " + ofMessage(message);
    }

    /** What a library says went wrong. */
    public static String ofMessage(String message) {
        return cut(message, MESSAGE_CHARS_MAX);
    }

    private static String cut(String text, int charsMax) {
        StringBuilder shown = new StringBuilder(Math.min(text.length(), charsMax) + 32);
        for (int i = 0; i < Math.min(text.length(), charsMax); i++) {
            char c = text.charAt(i);
            boolean printable = !Character.isISOControl(c) && !Character.isSurrogate(c) && Character.isDefined(c);
            if (printable) {
                shown.append(c);
            } else {
                shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        if (text.length() > charsMax) {
            shown.append(String.format(Locale.ROOT, "… (%,d characters)", text.length()));
        }
        return shown.toString();
    }
}

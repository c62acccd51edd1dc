package org.decorum.core.backoff;

import java.util.OptionalLong;
import org.decorum.core.rate.Micros;

/**
 * A Retry-After header (RFC 9110, section 10.2.3): {@code 1*DIGIT} seconds or an {@linkplain HttpDate HTTP-date}, with
 * white space around it. Digits may be of any number and any length; a delay beyond the range of a long stays at its
 * end. Anything else, a sign, a fraction, a unit or a list for instance, is {@link Invalid}: not a delay of zero.
 */
public sealed interface RetryAfter {

    /** Longest part of an invalid value that is quoted. */
    int QUOTED_MAX = 40;

    /** Wait that long, microseconds, whole seconds rounded up; 0 for a date that has passed. */
    record Delay(long micros) implements RetryAfter {}

    /** Says nothing about how long to wait. */
    record Invalid(String why) implements RetryAfter {}

    /**
     * Reads a header.
     *
     * @param responseDateMicros the response's own Date, microseconds since the epoch: a date is told by the same
     *     clock, so that the difference is right even where that clock is wrong
     * @param nowMicros stands in for a Date that is missing
     */
    static RetryAfter parse(String header, OptionalLong responseDateMicros, long nowMicros) {
        String value = trim(header);
        if (isDigits(value)) {
            return new Delay(Micros.ofSeconds(saturatedLong(value)));
        }
        long fromMicros = responseDateMicros.orElse(nowMicros);
        OptionalLong dateSeconds = HttpDate.parse(value, Math.floorDiv(fromMicros, Micros.PER_SECOND));
        if (dateSeconds.isEmpty()) {
            return new Invalid("Retry-After: \"" + quoted(value) + "\" (expected: digits or an HTTP-date)");
        }
        long leftMicros = Micros.subtract(dateSeconds.getAsLong() * Micros.PER_SECOND, fromMicros);
        return new Delay(Micros.ofSeconds(-Math.floorDiv(-Math.max(0, leftMicros), Micros.PER_SECOND)));
    }

    /** Without the white space around it, and without the CR that sloppy line splitting leaves. */
    private static String trim(String value) {
        int start = 0;
        int end = value.length();
        while (start < end && isSpace(value.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(value.charAt(end - 1))) {
            end--;
        }
        return value.substring(start, end);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static boolean isDigits(String value) {
        return !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static long saturatedLong(String digits) {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            value = Micros.add(Micros.multiply(value, 10), digits.charAt(i) - '0');
        }
        return value;
    }

    private static String quoted(String value) {
        String shown = value.length() <= QUOTED_MAX ? value : value.substring(0, QUOTED_MAX) + "...";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}

package org.decorum.core.backoff;

import java.math.BigInteger;
import java.util.OptionalLong;
import org.decorum.core.rate.Micros;
import org.jspecify.annotations.Nullable;

/**
 * A Retry-After header (RFC 9110, section 10.2.3): {@code 1*DIGIT} seconds or an {@linkplain HttpDate HTTP-date}, with
 * white space around it. Anything else, a sign, a fraction, a unit or a list for instance, is {@link Invalid}: not a
 * delay of zero.
 */
public sealed interface RetryAfter {

    /** Longest part of an invalid value that is quoted. */
    int QUOTED_MAX = 40;

    /** Digits beyond this many are not told apart: the delay is the largest of this length. */
    int DIGITS_MAX = 1_000;

    /** Wait that many seconds, rounded up; 0 for a date that has passed. The header allows any number of digits. */
    record Delay(BigInteger seconds) implements RetryAfter {

        /** The delay in microseconds, {@link Long#MAX_VALUE} where that is too small. */
        public long micros() {
            return seconds.bitLength() < Long.SIZE ? Micros.ofSeconds(seconds.longValue()) : Long.MAX_VALUE;
        }
    }

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
            return new Delay(number(value));
        }
        long fromMicros = responseDateMicros.orElse(nowMicros);
        OptionalLong dateMicros = HttpDate.parse(value, fromMicros);
        if (dateMicros.isEmpty()) {
            return new Invalid("Retry-After: \"" + quoted(value) + "\" (expected: digits or an HTTP-date)");
        }
        long leftMicros = Micros.subtract(dateMicros.getAsLong(), fromMicros);
        return new Delay(BigInteger.valueOf(-Math.floorDiv(-Math.max(0, leftMicros), Micros.PER_SECOND)));
    }

    /** Reads a header next to the Date header of the same response, which may be missing or make no sense. */
    static RetryAfter parse(String header, @Nullable String responseDate, long nowMicros) {
        OptionalLong dateMicros =
                responseDate == null ? OptionalLong.empty() : HttpDate.parse(trim(responseDate), nowMicros);
        return parse(header, dateMicros, nowMicros);
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

    private static BigInteger number(String digits) {
        int start = 0;
        while (start < digits.length() - 1 && digits.charAt(start) == '0') {
            start++;
        }
        String significant = digits.substring(start);
        return new BigInteger(significant.length() <= DIGITS_MAX ? significant : "9".repeat(DIGITS_MAX));
    }

    private static String quoted(String value) {
        String shown = value.length() <= QUOTED_MAX ? value : value.substring(0, QUOTED_MAX) + "...";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}

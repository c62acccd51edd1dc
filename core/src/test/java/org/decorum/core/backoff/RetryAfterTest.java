package org.decorum.core.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "0,0",
                "1,1",
                "120,120",
                "007,7",
                " 120,120",
                "120 ,120",
                "00000000000000000000000000000000000000042,42",
                "2147483648,2147483648",
                "784111777,784111777",
                "2026,2026",
            })
    void digitsAreSeconds(String header, long seconds) {
        assertThat(parse(header, NOON)).isEqualTo(delay(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t120\t", "120\r", "120\r\n", " \t 120"})
    void whiteSpaceAroundIsNoPartOfTheValue(String header) {
        assertThat(parse(header, NOON)).isEqualTo(delay(120));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775807",
                "9223372036854775808",
                "99999999999999999999999999999999999999999999999999999999999999",
            })
    void digitsBeyondAllRangesAreTheLongestDelay(String header) {
        RetryAfter.Delay delay = new RetryAfter.Delay(new BigInteger(header));
        assertThat(parse(header, NOON)).isEqualTo(delay);
        assertThat(delay.micros()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aMillionDigitsAreReadAsAThousand() {
        assertThat(parse("1".repeat(1_000_000), NOON))
                .isEqualTo(new RetryAfter.Delay(BigInteger.TEN.pow(1_000).subtract(BigInteger.ONE)));
        assertThat(parse("0".repeat(1_000_000) + "5", NOON)).isEqualTo(delay(5));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "9223372036854, 9223372036854000000", "9223372036855, 9223372036854775807"})
    void aDelayInMicrosecondsStaysInsideALong(long seconds, long micros) {
        assertThat(delay(seconds)).extracting(RetryAfter.Delay::micros).isEqualTo(micros);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // The three forms, ahead, now and past.
                "Sun, 29 Nov 2026 12:10:00 GMT      | 600",
                "Sunday, 29-Nov-26 12:10:00 GMT     | 600",
                "Sun Nov 29 12:10:00 2026           | 600",
                "Tue Dec  1 12:00:00 2026           | 172800",
                "Tue Dec 01 12:00:00 2026           | 172800",
                "Sun, 29 Nov 2026 12:00:00 GMT      | 0",
                "Sun, 29 Nov 2026 11:59:59 GMT      | 0",
                "Thu, 01 Jan 1970 00:00:00 GMT      | 0",
                "Sat, 01 Jan 0000 00:00:00 GMT      | 0",
                // Liberal in what does not matter.
                "SUN, 29 NOV 2026 12:10:00 GMT      | 600",
                "sun, 29 nov 2026 12:10:00 utc      | 600",
                "Wed, 29 Nov 2026 12:10:00 GMT      | 600",
                "Friday, 29-Nov-26 12:10:00 GMT     | 600",
                // Calendar.
                "Mon, 30 Nov 2026 12:00:00 GMT      | 86400",
                "Tue, 29 Feb 2028 12:00:00 GMT      | 39484800",
                "Sun, 29 Nov 2026 23:59:60 GMT      | 43200",
                "Fri, 31 Dec 9999 23:59:59 GMT      | 251606347199",
                // Two digits of a year: the latest that is not more than 50 years ahead.
                "Monday, 29-Nov-27 12:00:00 GMT     | 31536000",
                "Sunday, 29-Nov-76 12:00:00 GMT     | 1577923200",
                "Sunday, 29-Nov-76 12:00:01 GMT     | 0",
                "Monday, 30-Nov-76 00:00:00 GMT     | 0",
                "Thursday, 01-Jan-99 00:00:00 GMT   | 0",
                "Saturday, 01-Jan-00 00:00:00 GMT   | 0",
                "Tuesday, 29-Feb-00 00:00:00 GMT    | 0",
            })
    void aDateIsTheTimeUntilThen(String header, long seconds) {
        assertThat(parse(header, NOON)).isEqualTo(delay(seconds));
    }

    @Test
    void aTwoDigitYearMayBeInTheNextCentury() {
        assertThat(parse("Thursday, 01-Jan-05 00:00:00 GMT", Instant.parse("2099-01-01T00:00:00Z")))
                .isEqualTo(delay(Instant.parse("2105-01-01T00:00:00Z").getEpochSecond()
                        - Instant.parse("2099-01-01T00:00:00Z").getEpochSecond()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "-0",
                "+120",
                "1.5",
                "120.0",
                ".5",
                "1,5",
                "1e3",
                "0x78",
                "120s",
                "2m",
                "PT2M",
                "120 seconds",
                "two",
                "NaN",
                "Infinity",
                "null",
                "120; comment=x",
                "120, 60",
                "120 60",
                "1 20",
                "1_000",
                "<120>",
                "\"120\"",
                "１２０",
                "١٢٠",
                "120\u0000",
                "\u00a0120",
                "\u2007120",
                "\u000b120",
                // Dates that the grammar does not know.
                "Sun, 29 Nov 2026 12:10 GMT",
                "29 Nov 2026 12:10:00 GMT",
                "Sun, 29 Nov 2026 12:10:00",
                "Sun, 29 Nov 2026 12:10:00 Z",
                "Sun, 29 Nov 2026 12:10:00 +0000",
                "Sun, 29 Nov 2026 12:10:00 PST",
                "Sun, 29-Nov-2026 12:10:00 GMT",
                "Sunday, 29-Nov-2026 12:10:00 GMT",
                "Sun, 29 Nov 2026  12:10:00 GMT",
                "Sun,29 Nov 2026 12:10:00 GMT",
                "Sunday, 29 Nov 2026 12:10:00 GMT",
                "Sun, 9 Nov 2026 12:10:00 GMT",
                "Sun, 29 Nov 26 12:10:00 GMT",
                "Sun Nov 29 12:10:00 2026 GMT",
                "Sun Nov 6 12:10:00 2026",
                "Dim, 29 nov 2026 12:10:00 GMT",
                "Sun, 29 Foo 2026 12:10:00 GMT",
                "Sun, 29 Nov 2026 12:10:00 GMT, 120",
                "Sun, 29 Nov 2026 12:10:00 GMT; foo",
                "2026-11-29T12:10:00Z",
                "Sun, 29 Nov 12026 12:10:00 GMT",
                // Dates that no calendar has.
                "Sun, 29 Nov 2026 24:00:00 GMT",
                "Sun, 29 Nov 2026 12:60:00 GMT",
                "Sun, 29 Nov 2026 12:10:61 GMT",
                "Sun, 00 Nov 2026 12:10:00 GMT",
                "Sun, 31 Nov 2026 12:10:00 GMT",
                "Mon, 29 Feb 2027 00:00:00 GMT",
                "Mon, 29 Feb 2100 00:00:00 GMT",
                "Mon Feb 30 12:00:00 2026",
                "Monday, 29-Feb-27 12:00:00 GMT",
            })
    void whatIsNeitherIsInvalidAndNotZero(String header) {
        assertThat(parse(header, NOON)).isInstanceOf(RetryAfter.Invalid.class);
    }

    @Test
    void anInvalidValueIsQuotedInPartAndWithoutControlCharacters() {
        assertThat(parse("1\u0007", NOON))
                .isEqualTo(new RetryAfter.Invalid("Retry-After: \"1?\" (expected: digits or an HTTP-date)"));
        assertThat(parse("x".repeat(1_000_000), NOON))
                .isEqualTo(new RetryAfter.Invalid(
                        "Retry-After: \"" + "x".repeat(40) + "...\" (expected: digits or an HTTP-date)"));
    }

    @Test
    void aDateIsComparedWithTheResponsesOwnDate() {
        long wrongClock = micros(NOON.minusSeconds(3_600));
        assertThat(RetryAfter.parse("Sun, 29 Nov 2026 11:10:00 GMT", OptionalLong.of(wrongClock), micros(NOON)))
                .isEqualTo(delay(600));
        assertThat(RetryAfter.parse("120", OptionalLong.of(wrongClock), micros(NOON)))
                .as("seconds need no clock")
                .isEqualTo(delay(120));
    }

    @Test
    void aDateHeaderIsReadAsItWasSentAndIgnoredWhereItMakesNoSense() {
        String inTenMinutes = "Sun, 29 Nov 2026 12:10:00 GMT";
        assertThat(RetryAfter.parse(inTenMinutes, " Sun, 29 Nov 2026 12:09:00 GMT ", micros(NOON)))
                .isEqualTo(delay(60));
        assertThat(RetryAfter.parse(inTenMinutes, "Tue, 29 Nov 1960 12:10:00 GMT", micros(NOON)))
                .isEqualTo(delay((66L * 365 + 16) * 86_400));
        assertThat(RetryAfter.parse(inTenMinutes, "noon", micros(NOON))).isEqualTo(delay(600));
        assertThat(RetryAfter.parse(inTenMinutes, (String) null, micros(NOON))).isEqualTo(delay(600));
    }

    @Test
    void aPartOfASecondIsRoundedUp() {
        assertThat(parse("Sun, 29 Nov 2026 12:00:01 GMT", NOON.plusMillis(500))).isEqualTo(delay(1));
        assertThat(parse("Sun, 29 Nov 2026 12:00:01 GMT", NOON.plusNanos(999_999_000)))
                .isEqualTo(delay(1));
        assertThat(parse("Sun, 29 Nov 2026 12:00:02 GMT", NOON.plusNanos(1_000)))
                .isEqualTo(delay(2));
    }

    @Test
    void readsTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(parse("FRI, 01 JAN 2027 00:00:00 GMT", NOON)).isEqualTo(delay(2_808_000));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Property
    void readsWhatTheJdkPrints(@ForAll @LongRange(min = 0, max = 200_000_000_000L) long ahead) {
        String date = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
                .format(NOON.plusSeconds(ahead).atOffset(ZoneOffset.UTC));
        assertThat(parse(date, NOON)).isEqualTo(delay(ahead));
    }

    @Property
    void anyTextIsADelayThatIsNotNegativeOrInvalid(@ForAll String text) {
        if (parse(text, NOON) instanceof RetryAfter.Delay delay) {
            assertThat(delay.seconds()).isNotNegative();
            assertThat(delay.micros()).isNotNegative();
        }
    }

    private static RetryAfter parse(String header, Instant now) {
        return RetryAfter.parse(header, OptionalLong.empty(), micros(now));
    }

    private static RetryAfter.Delay delay(long seconds) {
        return new RetryAfter.Delay(BigInteger.valueOf(seconds));
    }

    private static long micros(Instant instant) {
        return ofSeconds(instant.getEpochSecond()) + instant.getNano() / 1_000;
    }
}

package org.decorum.core.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.decorum.core.TestTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");

    static Stream<Arguments> headers() {
        return TestTable.rows(RetryAfterTest.class, "retry-after.txt");
    }

    @ParameterizedTest(name = "{0} at {1} is {2} {3}")
    @MethodSource("headers")
    void readsSecondsAndTheThreeFormsOfADateAndNothingElse(String header, String now, String seconds, String why) {
        RetryAfter read =
                parse(header, now.isEmpty() ? NOON : OffsetDateTime.parse(now).toInstant());
        if (seconds.equals("INVALID")) {
            assertThat(read).as(why).isInstanceOf(RetryAfter.Invalid.class);
        } else {
            assertThat(read).as(why).isEqualTo(new RetryAfter.Delay(new BigInteger(seconds)));
        }
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

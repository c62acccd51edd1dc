package org.decorum.stage.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SpanTest {

    private final Span.Converter converter = new Span.Converter();

    @ParameterizedTest
    @CsvSource({
        "250us, 250, 250us",
        "500ms, 500000, 500ms",
        "2s, 2000000, 2s",
        "2000ms, 2000000, 2s",
        "5m, 300000000, 5m",
        "90m, 5400000000, 90m",
        "24h, 86400000000, 1d",
        "0s, 0, 0s",
        "1500ms, 1500000, 1500ms"
    })
    void isReadInAnyUnitAndWrittenInTheGreatestThatFits(String text, long micros, String written) {
        assertThat(converter.convert(text)).isEqualTo(new Span(micros)).hasToString(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-1s", "1.5s", "1 s", "5M", "2s3ms", "1w"})
    void whatIsNoLengthOfTimeIsToldWithExamples(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "' is no length of time (expected: 500ms, 2s, 5m, 1h, or 1d)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999999999999d", "99999999999999999s"})
    void whatOverflowsIsTooLong(String text) {
        assertThatThrownBy(() -> converter.convert(text)).hasMessageContaining("longer than 365 days");
    }
}

package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class MomentsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private final Moments moments = new Moments(NOW);

    @ParameterizedTest
    @CsvSource({
        "+90s, 2026-01-01T00:01:30Z",
        "+10m, 2026-01-01T00:10:00Z",
        "+2h, 2026-01-01T02:00:00Z",
        "+1d, 2026-01-02T00:00:00Z"
    })
    void distancesCountFromNow(String text, Instant expected) {
        assertThat(moments.convert(text)).isEqualTo(expected);
    }

    @Test
    void instantsAreTakenAsWritten() {
        assertThat(moments.convert("2030-05-06T07:08:09.123456z"))
                .isEqualTo(Instant.parse("2030-05-06T07:08:09.123456Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tomorrow", "10m", "+m", "+1w", "-5m", "2030-05-06", "+99999999999s"})
    void anythingElseIsRefusedWithExamples(String text) {
        assertThatThrownBy(() -> moments.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("+90s");
    }
}

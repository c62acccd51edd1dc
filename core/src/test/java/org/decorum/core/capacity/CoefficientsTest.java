package org.decorum.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoefficientsTest {

    @Test
    void eachBundledOneHasAValueAndSaysWhereItIsFrom() {
        Coefficients bundled = Coefficients.bundled();
        for (Coefficient coefficient : Coefficient.values()) {
            assertThat(bundled.of(coefficient).number()).as(coefficient.key()).isPositive();
            assertThat(bundled.of(coefficient).source()).as(coefficient.key()).isNotBlank();
        }
    }

    @Test
    void aFileOverridesWhatItNames() throws IOException {
        Coefficients own = Coefficients.bundled()
                .overriddenBy(new StringReader(
                        "stage_cpu_micros_per_url = 80.5\nheld_url_bytes = 1_000 measured our crawl, in May\n"));

        assertThat(own.of(Coefficient.STAGE_CPU_MICROS_PER_URL))
                .isEqualTo(new Coefficients.Value(80.5, Standing.GIVEN, ""));
        assertThat(own.of(Coefficient.HELD_URL_BYTES))
                .isEqualTo(new Coefficients.Value(1_000, Standing.MEASURED, "our crawl, in May"));
        assertThat(own.of(Coefficient.REQUEST_BYTES))
                .isEqualTo(Coefficients.bundled().of(Coefficient.REQUEST_BYTES));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stage_cpu = 1                        | coefficient: stage_cpu (expected: one of stage_cpu_micros_per_url,
            stage_cpu_micros_per_url = many      | stage_cpu_micros_per_url: many (expected: a number, and how it is known)
            stage_cpu_micros_per_url = -1        | stage_cpu_micros_per_url: -1.0 (expected: 0 or more)
            stage_cpu_micros_per_url = 1 guessed | standing: guessed (expected: measured, counted, set, given, estimated or
            """)
    void whatCannotBeIsRefused(String line, String expected) {
        assertThatThrownBy(() -> Coefficients.bundled().overriddenBy(new StringReader(line)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(expected);
    }
}

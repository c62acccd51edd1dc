package org.decorum.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            COUNT            | 5000          | 5,000
            COUNT            | 50000         | 50 k
            COUNT            | 1000000000    | 1 B
            PER_SECOND       | 0.2           | 0.20/s
            PER_SECOND       | 9343          | 9,343/s
            PER_SECOND       | 1173000       | 1.17 M/s
            BYTES            | 157           | 157 B
            BYTES            | 97200000000   | 97.2 GB
            BYTES_PER_SECOND | 26100000      | 26.1 MB/s
            CORES            | 4.93          | 4.93 cores
            PERCENT          | 68.94         | 68.9%
            SECONDS          | 16426.4       | 16,426 s
            """)
    void peopleReadThreeDigits(Unit unit, double value, String words) {
        assertThat(unit.words(value)).isEqualTo(words);
    }
}

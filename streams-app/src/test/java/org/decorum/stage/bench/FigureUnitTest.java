package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureUnitTest {

    @ParameterizedTest
    @CsvSource({
        "urls_per_second, URLs/s",
        "bare_records_per_second, records/s",
        "cpu_micros_per_url, µs a URL",
        "bare_cpu_micros_per_record, µs a record",
        "writes_per_url, writes a URL",
        "latency_p99_ms, ms",
        "lateness_ms_p99, ms",
        "missed_slots_percent, %",
        "slow_percent_of_reduced_capacity, %",
        "kill_seconds_max, s",
        "start_to_90_percent_s, s",
        "heap_mib, MiB",
        "cpu_growth, ratio",
        "records_ratio, ratio",
        "starts_to_budget, ratio",
        "refused_503, count",
    })
    void aFiguresNameTellsItsUnit(String figure, String unit) {
        assertThat(FigureUnit.of(figure)).isEqualTo(unit);
    }
}

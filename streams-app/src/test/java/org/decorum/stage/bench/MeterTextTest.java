package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeterTextTest {

    private static final MeterText METERS = new MeterText("""
            # TYPE decorum_origins gauge
            decorum_origins 12.0
            decorum_origins_lateness_seconds_count 99
            decorum_feedback_total{outcome="failed"} 3.0
            decorum_feedback_total{outcome="fetched"} 1.0E6
            jvm_memory_committed_bytes{area="heap",id="G1 Eden Space"} 100.0
            jvm_memory_committed_bytes{area="heap",id="G1 Old Gen"} 20.0
            jvm_memory_committed_bytes{area="nonheap",id="Metaspace"} 7.0
            """);

    @Test
    void aSeriesIsFoundByItsWholeName() {
        assertThat(METERS.sum("decorum_origins")).isEqualTo(12);
        assertThat(METERS.sum("decorum_backlog")).isZero();
    }

    @Test
    void seriesWithALabelAreAddedUp() {
        assertThat(METERS.sum("decorum_feedback_total", "outcome=\"fetched\"")).isEqualTo(1_000_000);
        assertThat(METERS.sum("jvm_memory_committed_bytes", "area=\"heap\"")).isEqualTo(120);
    }
}

package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LiveHeapTest {

    @Test
    void theLastLineOfAHistogramHasTheBytesOfAll() {
        List<String> histogram = List.of(
                "4711:",
                " num     #instances         #bytes  class name (module)",
                "   1:        350000       14000000  [B (java.base@17.0.15)",
                "   2:             1             16  com.example.Total",
                "Total       1234567       89012345");
        assertThat(LiveHeap.total(histogram)).isEqualTo(89_012_345);
    }

    @Test
    void anotherAnswerIsNoHistogram() {
        assertThatThrownBy(() -> LiveHeap.total(List.of("4711:", "Unable to open socket file")))
                .hasMessageContaining("Total");
    }
}

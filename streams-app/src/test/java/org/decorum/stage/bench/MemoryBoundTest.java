package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryBoundTest {

    @Test
    void aProcessMayTakeItsHeapItsStoresAndWhatAJvmTakesBeside() {
        MemoryBound bound = new MemoryBound(1_024L << 20, 128L << 20);
        assertThat(bound.bytes()).isEqualTo(1_536L << 20);
    }
}

package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {

    @Test
    void linuxTellsBothInKibibytes() {
        ProcessMemory memory = ProcessMemory.parse(List.of(
                "Name:\tjava", "VmPeak:\t 9000000 kB", "VmHWM:\t  654321 kB", "VmRSS:\t  123456 kB", "Threads:\t61"));
        assertThat(memory.rssMaxBytes()).isEqualTo(654_321L * 1_024);
        assertThat(memory.rssBytes()).isEqualTo(123_456L * 1_024);
    }

    @Test
    void aProcessThatHasEndedTellsNothing() {
        assertThatThrownBy(() -> ProcessMemory.parse(List.of("Name:\tjava", "State:\tZ (zombie)")))
                .hasMessageContaining("VmRSS")
                .hasMessageContaining("expected");
    }
}

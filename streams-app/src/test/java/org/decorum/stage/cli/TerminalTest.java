package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void colourNeedsATerminalAndNobodyWhoObjects() {
        assertThat(Terminal.of(true, true, Map.of()).colour()).isTrue();
        assertThat(Terminal.of(false, true, Map.of()).colour()).isFalse();
        assertThat(Terminal.of(true, true, Map.of("NO_COLOR", "1")).colour()).isFalse();
        assertThat(Terminal.of(true, true, Map.of("TERM", "dumb")).colour()).isFalse();
    }
}

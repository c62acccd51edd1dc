package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvariantsPageTest {

    private static final Path PAGE = Path.of("..", "topology-docs", "invariants.md");

    @Test
    void everyInvariantStandsOnThePageUnderItsNumberInItsWords() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        for (Invariant invariant : Invariant.values()) {
            String start =
                    (invariant.ordinal() + 1) + ". `" + invariant + "`: " + invariant.sentence() + ". Checked by `";
            assertThat(lines).as(invariant.name()).anyMatch(line -> line.startsWith(start));
        }
        assertThat(lines.stream().filter(line -> line.contains(". Checked by `")))
                .hasSameSizeAs(Invariant.values());
    }
}

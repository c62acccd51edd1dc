package org.decorum.stage.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateSpoilerTest {

    @TempDir
    Path state;

    @Test
    void filesAreSpoiltButLocksAreLeftAlone() throws Exception {
        Path store = Files.createDirectories(state.resolve("0_1/rocksdb"));
        Path lock = Files.writeString(state.resolve("decorum.lock"), "1");
        for (int i = 0; i < 5; i++) {
            Files.write(store.resolve(i + ".sst"), new byte[1_000]);
        }

        assertThat(StateSpoiler.corrupt(state, new SplittableRandom(1)))
                .isNotEmpty()
                .allSatisfy(what -> assertThat(what).contains("rocksdb"));
        assertThat(lock).hasContent("1");
    }

    @Test
    void deletingLeavesNothing() throws Exception {
        Files.writeString(Files.createDirectories(state.resolve("0_1")).resolve("file"), "x");

        StateSpoiler.delete(state);

        assertThat(state).doesNotExist();
        StateSpoiler.delete(state);
    }
}

package org.decorum.stage.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {

    @TempDir
    Path directory;

    @Test
    void theFirstProgramOnThePathThatMayBeRunIsFound() throws IOException {
        Path first = Files.createDirectory(directory.resolve("first"));
        Path second = Files.createDirectory(directory.resolve("second"));
        Files.createFile(first.resolve("a-server-of-ours"));
        Path program = Files.createFile(second.resolve("a-server-of-ours"));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        String path = String.join(File.pathSeparator, first.toString(), "", second.toString());

        assertThat(Programs.find("a-server-of-ours", path)).contains(program);
        assertThat(Programs.find("another-server-of-ours", path)).isEmpty();
    }
}

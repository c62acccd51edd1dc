package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    @TempDir
    Path directory;

    @Test
    void aSecondHolderIsToldWhoTheFirstIs() {
        try (DirectoryLock first = DirectoryLock.acquire(directory.resolve("new"))) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> DirectoryLock.acquire(directory.resolve("new")))
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining(
                            "in use by process " + ProcessHandle.current().pid())
                    .hasMessageContaining("--data-dir");
        }
    }

    @Test
    void aReleasedOrAbandonedLockBlocksNobody() throws Exception {
        DirectoryLock.acquire(directory).close();
        Files.writeString(directory.resolve(DirectoryLock.FILE), "99999999");
        DirectoryLock.acquire(directory).close();
        assertThat(Files.readString(directory.resolve(DirectoryLock.FILE)))
                .isEqualTo(Long.toString(ProcessHandle.current().pid()));
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsSaidKindly() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> DirectoryLock.acquire(file))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("cannot write to " + file);
    }
}

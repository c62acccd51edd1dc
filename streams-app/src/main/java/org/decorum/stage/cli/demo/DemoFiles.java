package org.decorum.stage.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.decorum.stage.runtime.DataDirectory;

/** The files that a demo leaves behind. */
final class DemoFiles {

    private DemoFiles() {}

    /** Removes what an earlier demo left, and nothing else. */
    static void clear(DataDirectory data) throws IOException {
        for (Path directory : List.of(data.broker(), data.registry(), data.state())) {
            if (Files.exists(directory)) {
                try (Stream<Path> inside = Files.walk(directory)) {
                    inside.sorted(Comparator.reverseOrder()).forEach(DemoFiles::delete);
                }
            }
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

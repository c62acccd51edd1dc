package org.decorum.stage.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.decorum.stage.runtime.DataDirectory;

/** The files that a demo or a benchmark leaves behind. */
public final class LocalFiles {

    private LocalFiles() {}

    /** Removes what an earlier run left, and nothing else. */
    public static void clear(DataDirectory data) throws IOException {
        for (Path directory : List.of(data.broker(), data.registry(), data.state())) {
            if (Files.exists(directory)) {
                try (Stream<Path> inside = Files.walk(directory)) {
                    inside.sorted(Comparator.reverseOrder()).forEach(LocalFiles::delete);
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

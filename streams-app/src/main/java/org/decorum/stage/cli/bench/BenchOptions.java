package org.decorum.stage.cli.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.decorum.stage.runtime.DataDirectory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all benchmarks share. */
final class BenchOptions {

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of everything that is drawn by chance. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write one JSON object a line: what was run, under which conditions, its figures, its "
                    + "targets, and whether they are met.")
    private @Nullable Path json;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where local files are kept while it runs. Default: $$DECORUM_DATA, else "
                    + "$$XDG_DATA_HOME/decorum, else ~/.local/share/decorum.")
    private @Nullable Path dataDir;

    long seed() {
        return seed;
    }

    Optional<Path> json() {
        return Optional.ofNullable(json);
    }

    DataDirectory data() {
        DataDirectory root = dataDir == null ? DataDirectory.byDefault() : new DataDirectory(dataDir.toAbsolutePath());
        return root.child("bench");
    }

    /** Why a file cannot be written, in one line. */
    static Optional<String> problem(String option, Optional<Path> file) {
        return file.filter(path -> Files.isDirectory(path)
                        || !isWritableDirectory(path.toAbsolutePath().getParent()))
                .map(path -> option + ": " + path + " cannot be written (expected: a file in a directory that can)");
    }

    /** The first problem of any file, in one line. */
    Optional<String> problem() {
        return Stream.of(problem("--json", json())).flatMap(Optional::stream).findFirst();
    }

    private static boolean isWritableDirectory(@Nullable Path directory) {
        return directory != null && Files.isWritable(directory);
    }
}

package org.decorum.stage.bench.peers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs that the user has installed. */
final class Programs {

    private static final Path DEBIAN_POSTGRES = Path.of("/usr/lib/postgresql");

    private Programs() {}

    /** On the given path, or where Debian keeps servers that it does not put there: the newest. */
    static Optional<Path> find(String name, String path) {
        Stream<Path> usual = Arrays.stream(path.split(File.pathSeparator))
                .filter(directory -> !directory.isBlank())
                .map(Path::of);
        return Stream.concat(usual, debian())
                .map(directory -> directory.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** On this process's path. */
    static Optional<Path> find(String name) {
        return find(name, Optional.ofNullable(System.getenv("PATH")).orElse(""));
    }

    private static Stream<Path> debian() {
        if (!Files.isDirectory(DEBIAN_POSTGRES)) {
            return Stream.empty();
        }
        try (Stream<Path> versions = Files.list(DEBIAN_POSTGRES)) {
            List<Path> newest = versions.sorted(
                            Comparator.comparing(Programs::version).reversed())
                    .map(version -> version.resolve("bin"))
                    .toList();
            return newest.stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static int version(Path directory) {
        String name = directory.getFileName().toString();
        return name.matches("\\d{1,4}") ? Integer.parseInt(name) : 0;
    }
}

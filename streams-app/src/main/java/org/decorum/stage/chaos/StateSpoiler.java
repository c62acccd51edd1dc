package org.decorum.stage.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Does to local state what a bad disk, a full one or a person does. Nobody may be running on it. */
final class StateSpoiler {

    private static final int FILES_MAX = 6;
    private static final int GARBAGE_BYTES = 256;

    private StateSpoiler() {}

    /** Overwrites, cuts or deletes some files; tells which, in words. */
    static List<String> corrupt(Path state, SplittableRandom random) {
        List<Path> files = files(state);
        List<String> done = new ArrayList<>();
        int count = Math.min(files.size(), 1 + random.nextInt(FILES_MAX));
        for (int i = 0; i < count; i++) {
            Path file = files.remove(random.nextInt(files.size()));
            done.add(state.relativize(file) + " " + spoil(file, random));
        }
        return done;
    }

    /** Deletes everything. */
    static void delete(Path state) {
        try (Stream<Path> inside = Files.exists(state) ? Files.walk(state) : Stream.empty()) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String spoil(Path file, SplittableRandom random) {
        try {
            long size = Files.size(file);
            switch (random.nextInt(3)) {
                case 0 -> {
                    Files.delete(file);
                    return "deleted";
                }
                case 1 -> {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.truncate(size / 2);
                    }
                    return "cut to half";
                }
                default -> {
                    byte[] garbage = new byte[GARBAGE_BYTES];
                    random.nextBytes(garbage);
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.write(ByteBuffer.wrap(garbage), size == 0 ? 0 : random.nextLong(size));
                    }
                    return "overwritten";
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<Path> files(Path state) {
        try (Stream<Path> inside = Files.exists(state) ? Files.walk(state) : Stream.empty()) {
            return new ArrayList<>(inside.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().endsWith("lock"))
                    .sorted()
                    .toList());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

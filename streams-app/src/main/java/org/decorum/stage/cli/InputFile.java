package org.decorum.stage.cli;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file that a person names as input, or standard input: its bytes, unpacked where they begin like gzip. */
public final class InputFile {
    /** The name of standard input. */
    public static final String STDIN = "-";

    private static final int BUFFER_BYTES = 64 * 1024;

    private InputFile() {}

    /** Why nothing can be read under this name, in one line. */
    public static Optional<String> problem(String name) {
        if (name.equals(STDIN)) {
            return Optional.empty();
        }
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException invalid) {
            return Optional.of(unusable(name, "no file name"));
        }
        if (!Files.exists(path)) {
            return Optional.of(unusable(name, "no such file"));
        }
        if (Files.isDirectory(path)) {
            return Optional.of(unusable(name, "a directory"));
        }
        return Files.isReadable(path) ? Optional.empty() : Optional.of(unusable(name, "may not be read"));
    }

    private static String unusable(String name, String found) {
        return name + ": " + found + " (expected: a file, or - for standard input)";
    }

    /** The bytes under this name; what cannot be read of them is a {@link CliException} that names it. */
    public static InputStream open(String name) throws IOException {
        return name.equals(STDIN)
                ? inflated(System.in, "standard input")
                : inflated(Files.newInputStream(Path.of(name)), name);
    }

    /** The bytes themselves, or what they unpack to when they begin like gzip. */
    static InputStream inflated(InputStream bytes, String name) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(bytes, BUFFER_BYTES);
        buffered.mark(2);
        int magic = buffered.read() | buffered.read() << 8;
        buffered.reset();
        try {
            return new Named(
                    magic == GZIPInputStream.GZIP_MAGIC ? new GZIPInputStream(buffered, BUFFER_BYTES) : buffered, name);
        } catch (EOFException | ZipException damaged) {
            throw unreadable(name, damaged);
        }
    }

    private static CliException unreadable(String name, IOException failure) {
        return new CliException(
                failure instanceof EOFException || failure instanceof ZipException
                        ? name + ": its gzip data is cut short or damaged"
                        : name + ": cannot be read (" + failure.getMessage() + ")",
                failure);
    }

    private static final class Named extends FilterInputStream {
        private final String name;

        Named(InputStream bytes, String name) {
            super(bytes);
            this.name = name;
        }

        @Override
        public int read() throws IOException {
            try {
                return super.read();
            } catch (IOException failure) {
                throw unreadable(name, failure);
            }
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            try {
                return super.read(buffer, offset, length);
            } catch (IOException failure) {
                throw unreadable(name, failure);
            }
        }
    }
}

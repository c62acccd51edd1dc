package org.decorum.stage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A list of URLs: UTF-8 text, plain or gzip (told by its first bytes), one URL a line; blank lines and lines that begin
 * with {@code #} say nothing. The lines are not judged here: what is no URL is the stage's to reject.
 */
public final class UrlList {
    /** The name of standard input. */
    public static final String STDIN = "-";

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private UrlList() {}

    /** The URLs of a file, or of standard input for {@value #STDIN}; read as they are asked for. Close the stream. */
    public static Stream<String> open(String name) throws IOException {
        return of(name.equals(STDIN) ? System.in : Files.newInputStream(Path.of(name)));
    }

    /** The URLs of a stream of bytes, which is closed with the result. */
    public static Stream<String> of(InputStream bytes) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(inflated(bytes), UTF_8), BUFFER_BYTES);
        return reader.lines()
                .map(line -> line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line)
                .map(String::strip)
                .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
                .onClose(() -> close(reader));
    }

    /** The bytes themselves, or what they unpack to when they begin like gzip. */
    static InputStream inflated(InputStream bytes) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(bytes, BUFFER_BYTES);
        buffered.mark(2);
        int magic = buffered.read() | buffered.read() << 8;
        buffered.reset();
        return magic == GZIPInputStream.GZIP_MAGIC ? new GZIPInputStream(buffered, BUFFER_BYTES) : buffered;
    }

    private static void close(BufferedReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

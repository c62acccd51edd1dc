package org.decorum.stage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.stream.Stream;

/**
 * A list of URLs: UTF-8 text, plain or gzip (told by its first bytes), one URL a line; blank lines and lines that begin
 * with {@code #} say nothing. The lines are not judged here: what is no URL is the stage's to reject.
 */
public final class UrlList {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private UrlList() {}

    /** The URLs of an {@link InputFile}; read as they are asked for. Close the stream. */
    public static Stream<String> open(String name) throws IOException {
        return of(InputFile.open(name));
    }

    private static Stream<String> of(InputStream bytes) {
        BufferedReader reader = new BufferedReader(new InputStreamReader(bytes, UTF_8), BUFFER_BYTES);
        return reader.lines()
                .map(UrlList::withoutMark)
                .map(String::strip)
                .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
                .onClose(() -> close(reader));
    }

    static String withoutMark(String line) {
        return line.startsWith(BYTE_ORDER_MARK) ? line.substring(BYTE_ORDER_MARK.length()) : line;
    }

    private static void close(BufferedReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

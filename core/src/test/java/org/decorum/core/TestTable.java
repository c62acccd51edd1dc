package org.decorum.core;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A table of cases in a text file beside a test class: columns between bars, blanks around them dropped, lines that
 * begin with {@code #} skipped, and {@code \}{@code uXXXX}, {@code \n}, {@code \r}, {@code \t} and {@code \\} decoded.
 */
public final class TestTable {
    private TestTable() {}

    public static Stream<Arguments> rows(Class<?> test, String file) {
        return lines(test, file).stream().map(line -> Arguments.of((Object[]) columns(line)));
    }

    private static List<String> lines(Class<?> test, String file) {
        try (InputStream data = Objects.requireNonNull(test.getResourceAsStream(file), file);
                BufferedReader reader = new BufferedReader(new InputStreamReader(data, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String[] columns(String line) {
        return Arrays.stream(line.split(" +\\| ?", -1))
                .map(String::strip)
                .map(TestTable::unescape)
                .toArray(String[]::new);
    }

    private static String unescape(String cell) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escape = cell.charAt(++i);
            switch (escape) {
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append((char) Integer.parseInt(cell.substring(i + 1, i + 5), 16));
                    i += 4;
                }
                default -> text.append(escape);
            }
        }
        return text.toString();
    }
}

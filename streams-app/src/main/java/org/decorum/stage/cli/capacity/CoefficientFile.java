package org.decorum.stage.cli.capacity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.decorum.core.capacity.Coefficients;

/** Coefficients of the user's own: a properties file, or what {@code decorum bench … --json} wrote. */
final class CoefficientFile {

    private static final ObjectMapper JSON = new ObjectMapper();

    private CoefficientFile() {}

    /** @throws IllegalArgumentException for what is neither, with file and line */
    static Coefficients read(Path file, Coefficients base) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        try {
            return text.stripLeading().startsWith("{")
                    ? results(text, base)
                    : base.overriddenBy(new StringReader(text));
        } catch (IllegalArgumentException invalid) {
            throw new IllegalArgumentException(file + ": " + invalid.getMessage(), invalid);
        }
    }

    private static Coefficients results(String text, Coefficients base) {
        BenchFigures figures = new BenchFigures(base);
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank()) {
                figures.add(json(line, number));
            }
        }
        if (figures.taken() == 0) {
            throw new IllegalArgumentException(
                    "no figure that the model uses (expected: results of decorum bench cycle, state, writes, memory, restore or"
                            + " failover)");
        }
        return figures.coefficients();
    }

    private static JsonNode json(String line, int number) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException invalid) {
            throw new IllegalArgumentException("line " + number + " (expected: one JSON object a line)", invalid);
        }
    }
}

package org.decorum.stage.cli.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.cli.CliException;

/** Keeps results as files. */
final class ResultFile {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ResultFile() {}

    /** One JSON object a line. */
    static void writeLines(Path file, List<BenchResult> results) {
        StringBuilder lines = new StringBuilder();
        for (BenchResult result : results) {
            lines.append(line(result)).append('\n');
        }
        write(file, lines.toString());
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new CliException(file + ": cannot be written (" + failure.getMessage() + ")", failure);
        }
    }

    private static String line(BenchResult result) {
        try {
            return JSON.writeValueAsString(result);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

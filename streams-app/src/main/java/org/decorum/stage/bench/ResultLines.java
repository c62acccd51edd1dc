package org.decorum.stage.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads results back from the lines that {@code --json} writes. A line that is none is an
 * {@link IllegalArgumentException} that names the file, the line and what was expected. Whether targets are met is found
 * again from the figures, not believed.
 */
public final class ResultLines {

    /** Marks a line whose sizes were small. */
    public static final String QUICK = "quick";

    /** What a result tells of its own targets is not read. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(MapperFeature.USE_GETTERS_AS_SETTERS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
    private static final List<String> CONDITIONS = List.of("date", "os", "java", "kafka");

    private final String source;
    private int number;

    private ResultLines(String source) {
        this.source = source;
    }

    /** The results of one file; empty lines are none. */
    public static List<KeptResult> read(String source, List<String> lines) {
        ResultLines reader = new ResultLines(source);
        List<KeptResult> results = new ArrayList<>();
        for (String line : lines) {
            reader.number++;
            if (!line.isBlank()) {
                results.add(reader.result(line));
            }
        }
        return results;
    }

    /** The same lines, each marked as one of small sizes. */
    public static List<String> quick(List<String> lines) {
        return lines.stream()
                .map(line -> {
                    try {
                        return JSON.readTree(line) instanceof ObjectNode object
                                ? object.put(QUICK, true).toString()
                                : line;
                    } catch (JsonProcessingException keptAsItIs) {
                        return line;
                    }
                })
                .toList();
    }

    private KeptResult result(String line) {
        JsonNode node;
        try {
            node = JSON.readTree(line);
        } catch (JsonProcessingException invalid) {
            throw bad("no JSON, " + invalid.getOriginalMessage(), "one JSON object a line, as --json writes it");
        }
        if (!node.isObject()) {
            throw bad(shown(node), "a JSON object, as --json writes it");
        }
        String bench = text(node, "bench");
        if (!NAME.matcher(bench).matches()) {
            throw bad("bench: " + shown(node.get("bench")), "a benchmark's name, such as cycle");
        }
        text(node, "scenario");
        object(node, "parameters");
        object(node, "figures").properties().forEach(figure -> {
            if (!figure.getValue().isNumber()) {
                throw bad("figures." + figure.getKey() + ": " + shown(figure.getValue()), "a number");
            }
        });
        targets(node);
        JsonNode conditions = object(node, "conditions");
        CONDITIONS.forEach(name -> text(conditions, name));
        return new KeptResult(read(node), source, node.path(QUICK).asBoolean());
    }

    private void targets(JsonNode node) {
        JsonNode targets = node.path("targets");
        if (!targets.isArray()) {
            throw bad("targets: " + shown(node.get("targets")), "an array, empty for a baseline");
        }
        for (JsonNode target : targets) {
            text(target, "figure");
            String relation = text(target, "relation");
            if (Arrays.stream(Target.Relation.values())
                    .noneMatch(known -> known.name().equals(relation))) {
                throw bad("relation: " + relation, "AT_LEAST or AT_MOST");
            }
            if (!target.path("bound").isNumber()) {
                throw bad("bound: " + shown(target.get("bound")), "a number");
            }
        }
    }

    private BenchResult read(JsonNode node) {
        try {
            return JSON.treeToValue(node, BenchResult.class);
        } catch (JsonProcessingException invalid) {
            throw bad(invalid.getOriginalMessage(), "a result as --json writes it");
        }
    }

    private String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        if (!value.isTextual() || value.asText().isBlank()) {
            throw bad(field + ": " + shown(node.get(field)), "a text");
        }
        return value.asText();
    }

    private JsonNode object(JsonNode node, String field) {
        JsonNode value = node.path(field);
        if (!value.isObject()) {
            throw bad(field + ": " + shown(node.get(field)), "an object");
        }
        return value;
    }

    private IllegalArgumentException bad(String found, String expected) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT, "%s:%d: %s (expected: %s)", source, number, found, expected));
    }

    private static String shown(@Nullable JsonNode node) {
        return node == null ? "missing" : node.toString();
    }
}

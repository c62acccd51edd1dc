package org.decorum.stage.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/** Results as tests keep and read them. */
final class Kept {

    static final Conditions CONDITIONS =
            new Conditions("2026-11-30T12:00:00Z", 2, 1024, "Linux 6.1 amd64", "OpenJDK 17", "4.4.0");

    private Kept() {}

    static BenchResult result(String scenario, Map<String, Object> parameters, Map<String, Double> figures) {
        return new BenchResult(
                "cycle", scenario, parameters, figures, List.of(Target.atLeast("urls_per_second", 10_000)), CONDITIONS);
    }

    static String line(BenchResult result) {
        try {
            return new ObjectMapper().writeValueAsString(result);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

package org.decorum.stage.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One measured case of a benchmark; one line of JSON.
 *
 * @param bench name of the command
 * @param scenario what was measured
 * @param parameters what the case was run with
 * @param figures by name, with the unit in it; one that could not be measured is not there
 * @param targets none for a baseline
 */
public record BenchResult(
        @JsonProperty("bench") String bench,
        @JsonProperty("scenario") String scenario,
        @JsonProperty("parameters") Map<String, Object> parameters,
        @JsonProperty("figures") Map<String, Double> figures,
        @JsonProperty("targets") List<Target> targets,
        @JsonProperty("conditions") Conditions conditions) {

    public BenchResult {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        targets = List.copyOf(targets);
    }

    /** Targets that the figures do not reach. */
    @JsonProperty("missed_targets")
    public List<String> missedTargets() {
        return targets.stream()
                .filter(target -> !target.isMet(figures))
                .map(Target::words)
                .toList();
    }

    @JsonProperty("met")
    public boolean isMet() {
        return missedTargets().isEmpty();
    }
}

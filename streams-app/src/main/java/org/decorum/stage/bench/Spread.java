package org.decorum.stage.bench;

import java.util.List;
import java.util.Map;

/** One figure of several runs: its median, and the least and the most of them. */
public record Spread(double median, double min, double max) {

    public static Spread of(List<Double> runs) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("runs: none (expected: 1 or more)");
        }
        List<Double> sorted = runs.stream().sorted().toList();
        double median = (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
        return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
    }

    /** Puts the median under the figure's name, and the others under names of their own. */
    public void putInto(Map<String, Double> figures, String name) {
        figures.put(name, median);
        figures.put(name + "_min", min);
        figures.put(name + "_max", max);
    }
}

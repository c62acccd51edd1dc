package org.decorum.stage.sim.farm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All origins' own logs against their budgets, worst first. Hosts that share an origin are judged as one log.
 *
 * @param minGapRatio smallest gap of any origin over what was due; null if no origin saw two requests
 */
public record FarmReport(
        int originsSeen,
        long requests,
        int floorViolations,
        @Nullable Double minGapRatio,
        List<Row> rows) {

    /** One origin. */
    public record Row(String origin, Budget budget, FloorVerdict verdict) {

        private double sortRatio() {
            Double ratio = verdict.smallestGapRatio();
            return ratio == null ? Double.MAX_VALUE : ratio;
        }
    }

    private static final Comparator<Row> WORST_FIRST = Comparator.comparing(
                    (Row row) -> !row.verdict().broken())
            .thenComparingDouble(Row::sortRatio)
            .thenComparing(Row::origin);

    public FarmReport {
        rows = List.copyOf(rows);
    }

    /**
     * Judges logs.
     *
     * @param originOf host to origin key
     * @param budgetOf origin key to what it allows
     */
    public static FarmReport of(
            Map<String, AccessLog> logsByHost, Function<String, String> originOf, Function<String, Budget> budgetOf) {
        Map<String, List<long[]>> startsByOrigin = new TreeMap<>();
        logsByHost.forEach((host, log) -> startsByOrigin
                .computeIfAbsent(originOf.apply(host), origin -> new ArrayList<>())
                .add(log.arrivals()));
        List<Row> rows = new ArrayList<>();
        startsByOrigin.forEach((origin, starts) -> {
            Budget budget = budgetOf.apply(origin);
            rows.add(new Row(origin, budget, FloorJudge.judge(merge(starts), budget)));
        });
        rows.sort(WORST_FIRST);
        long requests = rows.stream().mapToLong(row -> row.verdict().starts()).sum();
        int broken = (int) rows.stream().filter(row -> row.verdict().broken()).count();
        Double minRatio = rows.stream()
                .map(row -> row.verdict().smallestGapRatio())
                .filter(ratio -> ratio != null)
                .min(Comparator.naturalOrder())
                .orElse(null);
        return new FarmReport(rows.size(), requests, broken, minRatio, rows);
    }

    private static long[] merge(List<long[]> logs) {
        return logs.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    }

    /** The worst origins, one a line, and a sentence on all. */
    public String table(int linesMax) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-40s %9s %10s %12s %7s %12s  %s%n",
                "origin",
                "requests",
                "T",
                "smallest gap",
                "of T",
                "most in 10 T",
                "floor"));
        rows.stream().limit(linesMax).forEach(row -> text.append(line(row)));
        if (rows.size() > linesMax) {
            text.append(String.format(Locale.ROOT, "... and %d more%n", rows.size() - linesMax));
        }
        return text.append(sentence()).toString();
    }

    private static String line(Row row) {
        FloorVerdict verdict = row.verdict();
        Double ratio = verdict.smallestGapRatio();
        return String.format(
                Locale.ROOT,
                "%-40s %9d %10s %12s %7s %12s  %s%n",
                clip(row.origin()),
                verdict.starts(),
                seconds(row.budget().intervalMicros()),
                seconds(verdict.smallestGapMicros()),
                ratio == null ? "-" : String.format(Locale.ROOT, "%.3f", ratio),
                verdict.highestLoad() + " of " + verdict.loadMax(),
                verdict.broken() ? "BROKEN" : "kept");
    }

    private String sentence() {
        if (originsSeen == 0) {
            return "No origin saw a request: nothing was judged.\n";
        }
        String floors = floorViolations == 0
                ? "No floor was broken."
                : floorViolations + (floorViolations == 1 ? " floor was BROKEN." : " floors were BROKEN.");
        String gap = minGapRatio == null
                ? "No origin saw two requests."
                : String.format(Locale.ROOT, "The smallest gap was %.3f of what was due.", minGapRatio);
        return String.format(Locale.ROOT, "%,d requests at %,d origins. %s %s%n", requests, originsSeen, floors, gap);
    }

    private static String seconds(@Nullable Long micros) {
        return micros == null ? "-" : String.format(Locale.ROOT, "%.3f s", micros / 1e6);
    }

    private static String clip(String text) {
        return text.length() <= 40 ? text : text.substring(0, 39) + "…";
    }
}

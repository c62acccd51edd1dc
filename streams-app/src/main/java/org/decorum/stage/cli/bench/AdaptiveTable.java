package org.decorum.stage.cli.bench;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.decorum.stage.bench.AdaptiveFigures;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Target;
import org.jspecify.annotations.Nullable;

/** What the benchmark of the adaptive law tells a person. */
final class AdaptiveTable {

    private static final String ROW = "%-14s %-4s %5s %8s %6s %6s %6s %14s %14s %11s %6s  %s";

    private final PrintWriter out;

    AdaptiveTable(PrintWriter out) {
        this.out = out;
    }

    void head() {
        line(String.format(
                Locale.ROOT,
                ROW,
                "scenario",
                "host",
                "delay",
                "pages/s",
                "% cap",
                "% all",
                "start",
                "p50 ms (x)",
                "p99 ms (x)",
                "503s (>1 s)",
                "missed",
                "targets"));
    }

    void row(AdaptiveCase found) {
        BenchResult result = found.result();
        Map<String, Double> figures = result.figures();
        line(String.format(
                Locale.ROOT,
                ROW,
                result.scenario(),
                found.host(),
                found.delayMillis() + "",
                number(figures, AdaptiveFigures.PAGES_PER_SECOND, "%.1f"),
                number(figures, AdaptiveFigures.CAPACITY_PERCENT, "%.1f"),
                number(figures, AdaptiveFigures.WHOLE_CAPACITY_PERCENT, "%.1f"),
                number(figures, AdaptiveFigures.START_SECONDS, "%.1f s"),
                number(figures, AdaptiveFigures.P50_MILLIS, "%.1f") + " ("
                        + number(figures, AdaptiveFigures.P50_RATIO, "%.2f") + ")",
                number(figures, AdaptiveFigures.P99_MILLIS, "%.1f") + " ("
                        + number(figures, AdaptiveFigures.P99_RATIO, "%.2f") + ")",
                number(figures, AdaptiveFigures.REFUSED, "%.0f") + " ("
                        + number(figures, AdaptiveFigures.REFUSED_LATER, "%.0f") + ")",
                number(figures, AdaptiveFigures.MISSED_PERCENT, "%.1f%%"),
                verdict(result)));
        if (figures.containsKey(AdaptiveFigures.SLOW_PERCENT)) {
            line(String.format(
                    Locale.ROOT,
                    "%-14s      while slow %s pages/s, %s %% of the reduced capacity; then %s %% of the full one",
                    "",
                    number(figures, "slow_pages_per_second", "%.1f"),
                    number(figures, AdaptiveFigures.SLOW_PERCENT, "%.1f"),
                    number(figures, AdaptiveFigures.RECOVERED_PERCENT, "%.1f")));
        }
    }

    /** What the columns are, the published rows, and what was missed. */
    void foot(List<AdaptiveCase> all) {
        line("");
        line(
                "% cap: of the reference after the start (of all where a scenario has no steady part); % all: with the start;");
        line("start: until the first second at 90 % of it; p50, p99: at the host, (x) of unloaded; 503s (after 1 s).");
        if (all.stream().anyMatch(found -> found.result().scenario().equals("published"))) {
            line("");
            Published.lines().forEach(this::line);
        }
        line("");
        for (AdaptiveCase found : all) {
            for (Target target : found.result().targets()) {
                if (!target.isMet(found.result().figures())) {
                    line("MISSED  " + found.title() + ": " + target.words() + ", is "
                            + number(found.result().figures(), target.figure(), "%.2f"));
                }
            }
        }
        long judged = all.stream()
                .filter(found -> !found.result().targets().isEmpty())
                .count();
        long met = all.stream()
                .filter(found ->
                        !found.result().targets().isEmpty() && found.result().isMet())
                .count();
        line(met + " of " + judged + " cases reach all their targets.");
    }

    private static String verdict(BenchResult result) {
        if (result.targets().isEmpty()) {
            return "";
        }
        int missed = result.missedTargets().size();
        return missed == 0 ? "met" : missed + " of " + result.targets().size() + " MISSED";
    }

    private static String number(Map<String, Double> figures, String name, String format) {
        @Nullable Double value = figures.get(name);
        return value == null ? "-" : String.format(Locale.ROOT, format, value);
    }

    private void line(String text) {
        out.println(text);
        out.flush();
    }
}

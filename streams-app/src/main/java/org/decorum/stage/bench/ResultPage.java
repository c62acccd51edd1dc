package org.decorum.stage.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Results as a page: for each benchmark a chart and a table of the figures that are judged, each of all cases that have it,
 * and the conditions.
 */
public final class ResultPage {

    private static final String HEAD = """
            # Results

            `./decorum bench report` drew this page and its charts from the results beside it: do not edit it. What each
            figure is, and what was seen over time, is in [performance.md](../../topology-docs/performance.md) and the pages
            that it names. Figures of different conditions do not compare.
            """;

    /** A page, and its charts by file name. */
    public record Page(String markdown, Map<String, String> charts) {
        public Page {
            charts = Map.copyOf(charts);
        }
    }

    private ResultPage() {}

    /** Benchmarks by name, cases in the order in which they were read. */
    public static Page of(List<KeptResult> results) {
        Map<String, List<KeptResult>> benches = results.stream()
                .collect(Collectors.groupingBy(kept -> kept.result().bench(), TreeMap::new, Collectors.toList()));
        StringBuilder markdown = new StringBuilder(HEAD);
        Map<String, String> charts = new LinkedHashMap<>();
        benches.forEach((bench, cases) -> {
            List<Chart.Panel> panels = panels(cases);
            List<String> conditions = conditions(cases);
            String chart = "chart-" + bench + ".svg";
            markdown.append("\n## bench ").append(bench).append('\n');
            if (panels.isEmpty()) {
                markdown.append("\nNo figure of it is judged.\n");
            } else {
                charts.put(chart, Chart.of("decorum bench " + bench, panels, conditions));
                markdown.append("\n![")
                        .append(alternative(bench, panels))
                        .append("](")
                        .append(chart)
                        .append(")\n\n")
                        .append(table(panels));
            }
            markdown.append('\n');
            conditions.forEach(line -> markdown.append("* ").append(line).append('\n'));
            markdown.append("* Files: ").append(files(cases)).append('\n');
        });
        return new Page(markdown.toString(), charts);
    }

    private static String alternative(String bench, List<Chart.Panel> panels) {
        return "Bars of " + bench + ": "
                + panels.stream().map(Chart.Panel::figure).collect(Collectors.joining(", "))
                + ", with their targets; the table below has the same figures";
    }

    private static String table(List<Chart.Panel> panels) {
        StringBuilder table = new StringBuilder("| figure | case | median | least | most | unit | must reach | |\n");
        table.append("|---|---|---|---|---|---|---|---|\n");
        for (Chart.Panel panel : panels) {
            for (Chart.Bar bar : panel.bars()) {
                table.append(String.join(
                                " | ",
                                "| `" + panel.figure() + "`",
                                bar.label().replace("|", "\\|"),
                                Chart.number(bar.spread().median()),
                                Chart.number(bar.spread().min()),
                                Chart.number(bar.spread().max()),
                                FigureUnit.of(panel.figure()),
                                bar.target().map(Chart::bound).orElse(""),
                                verdict(bar)))
                        .append(" |\n");
            }
        }
        return table.toString();
    }

    private static String verdict(Chart.Bar bar) {
        if (bar.target().isEmpty()) {
            return "";
        }
        return bar.met() ? "reached" : "**missed**";
    }

    /** One for each figure that any case is judged by. */
    private static List<Chart.Panel> panels(List<KeptResult> cases) {
        List<String> labels = labels(cases);
        Set<String> judged = new LinkedHashSet<>();
        cases.forEach(kept -> kept.result().targets().forEach(target -> judged.add(target.figure())));
        List<Chart.Panel> panels = new ArrayList<>();
        for (String figure : judged) {
            List<Chart.Bar> bars = new ArrayList<>();
            for (int i = 0; i < cases.size(); i++) {
                bar(figure, labels.get(i), cases.get(i).result()).ifPresent(bars::add);
            }
            if (!bars.isEmpty()) {
                panels.add(new Chart.Panel(figure, bars));
            }
        }
        return panels;
    }

    private static Optional<Chart.Bar> bar(String figure, String label, BenchResult result) {
        Map<String, Double> figures = result.figures();
        return Optional.ofNullable(figures.get(figure)).map(median -> {
            Optional<Target> target = result.targets().stream()
                    .filter(one -> one.figure().equals(figure))
                    .findFirst();
            return new Chart.Bar(
                    label,
                    new Spread(
                            median,
                            figures.getOrDefault(figure + "_min", median),
                            figures.getOrDefault(figure + "_max", median)),
                    target,
                    target.map(one -> one.isMet(figures)).orElse(true));
        });
    }

    /** The scenario; where several have the same, with what tells them apart. */
    private static List<String> labels(List<KeptResult> cases) {
        List<String> labels = new ArrayList<>();
        for (KeptResult kept : cases) {
            List<KeptResult> same = cases.stream()
                    .filter(other ->
                            other.result().scenario().equals(kept.result().scenario()))
                    .toList();
            StringBuilder label = new StringBuilder(kept.result().scenario());
            differing(same)
                    .forEach(name -> label.append(", ")
                            .append(name)
                            .append(' ')
                            .append(kept.result().parameters().get(name)));
            if (same.stream()
                            .map(one -> one.result().conditions().date())
                            .distinct()
                            .count()
                    > 1) {
                label.append(", ").append(kept.result().conditions().date());
            }
            labels.add(label + (kept.quick() ? " (quick)" : ""));
        }
        return labels;
    }

    /** Parameters of one value each that are not the same in all. */
    private static Set<String> differing(List<KeptResult> cases) {
        Set<String> names = new TreeSet<>();
        cases.forEach(kept -> names.addAll(kept.result().parameters().keySet()));
        names.removeIf(name -> cases.stream()
                        .map(kept -> String.valueOf(kept.result().parameters().get(name)))
                        .distinct()
                        .count()
                == 1);
        return names;
    }

    private static List<String> conditions(List<KeptResult> cases) {
        List<String> lines = new ArrayList<>();
        cases.stream()
                .map(kept -> kept.result().conditions().words())
                .distinct()
                .forEach(words -> lines.add("Conditions: " + words + "."));
        Map<String, Object> common = new LinkedHashMap<>(cases.get(0).result().parameters());
        common.keySet().removeAll(differing(cases));
        common.values().removeIf(value -> Objects.equals(value, Map.of()));
        if (!common.isEmpty()) {
            lines.add("Run with: "
                    + common.entrySet().stream()
                            .map(one -> one.getKey() + " " + one.getValue())
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        if (cases.stream().anyMatch(KeptResult::quick)) {
            lines.add("Cases marked (quick) were run with small sizes: they are no figures.");
        }
        return lines;
    }

    private static String files(List<KeptResult> cases) {
        return cases.stream()
                .map(kept -> "[" + kept.source() + "](" + kept.source() + ")")
                .distinct()
                .collect(Collectors.joining(", "));
    }
}

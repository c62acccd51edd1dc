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

    private static final String DATE = "date";

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

    /** A row for each case, a column for each figure. */
    private static String table(List<Chart.Panel> panels) {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (Chart.Panel panel : panels) {
            panel.bars().forEach(bar -> rows.putIfAbsent(bar.label(), new ArrayList<>()));
        }
        StringBuilder head = new StringBuilder("| case |");
        for (Chart.Panel panel : panels) {
            Map<String, String> cells = panel.bars().stream()
                    .collect(Collectors.toMap(Chart.Bar::label, ResultPage::cell, (one, same) -> one));
            rows.forEach((label, row) -> row.add(cells.getOrDefault(label, "")));
            head.append(" `")
                    .append(panel.figure())
                    .append("`, ")
                    .append(FigureUnit.of(panel.figure()))
                    .append(" |");
        }
        StringBuilder table = new StringBuilder(head)
                .append("\n|")
                .append("---|".repeat(panels.size() + 1))
                .append('\n');
        rows.forEach((label, row) -> table.append("| ")
                .append(label.replace("|", "\\|"))
                .append(" | ")
                .append(String.join(" | ", row))
                .append(" |\n"));
        return table.toString();
    }

    /** Such as {@code 12,346 (11,000 to 13,000); ≥ 10,000 reached}. */
    private static String cell(Chart.Bar bar) {
        return bar.figures()
                + bar.target()
                        .map(target -> "; " + Chart.bound(target) + (bar.met() ? " reached" : " **missed**"))
                        .orElse("");
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

    /** The scenario; where several have the same, with as little as tells them apart. */
    private static List<String> labels(List<KeptResult> cases) {
        List<String> labels = new ArrayList<>();
        for (KeptResult kept : cases) {
            List<KeptResult> same = cases.stream()
                    .filter(other ->
                            other.result().scenario().equals(kept.result().scenario()))
                    .toList();
            labels.add(kept.result().scenario() + told(kept, distinguishing(same)) + (kept.quick() ? " (quick)" : ""));
        }
        return labels;
    }

    /** Parameters, each of which tells more cases apart than those before; and the date where that is not enough. */
    private static List<String> distinguishing(List<KeptResult> cases) {
        List<String> names = new ArrayList<>();
        List<String> candidates = new ArrayList<>(differing(cases));
        candidates.add(DATE);
        for (String name : candidates) {
            List<String> more = new ArrayList<>(names);
            more.add(name);
            if (apart(cases, more) > apart(cases, names)) {
                names = more;
            }
        }
        return names;
    }

    private static long apart(List<KeptResult> cases, List<String> names) {
        return cases.stream().map(kept -> told(kept, names)).distinct().count();
    }

    private static String told(KeptResult kept, List<String> names) {
        BenchResult result = kept.result();
        return names.stream()
                .map(name -> name.equals(DATE)
                        ? ", " + result.conditions().date()
                        : ", " + name + " " + result.parameters().getOrDefault(name, "none"))
                .collect(Collectors.joining());
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

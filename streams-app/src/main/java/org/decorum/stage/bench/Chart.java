package org.decorum.stage.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Draws figures as horizontal bars in SVG: one panel a figure, one bar a case, a whisker from the least to the most of the
 * runs, and a dashed line where a case's target is. What is drawn is also told in words.
 */
final class Chart {

    private static final int WIDTH = 900;
    private static final int LEFT = 290;
    private static final int RIGHT = 130;
    private static final int TITLE = 26;
    private static final int ROW = 20;
    private static final int BAR = 12;
    private static final int AXIS = 44;
    private static final int HEAD = 44;
    private static final int CAPTION = 16;
    private static final int CAPTION_LETTERS = 140;
    private static final int TICKS = 4;

    private static final String REACHED = "#1f77b4";
    private static final String MISSED = "#d62728";
    private static final String NOT_JUDGED = "#999999";
    private static final String TARGET = "#ff7f0e";

    /** One case. */
    record Bar(String label, Spread spread, Optional<Target> target, boolean met) {

        /** The median, and where runs differ the least and the most of them. */
        String figures() {
            return number(spread.median())
                    + (spread.min() == spread.max()
                            ? ""
                            : " (" + number(spread.min()) + " to " + number(spread.max()) + ")");
        }

        private String words() {
            return label + " " + figures()
                    + target.map(to -> (met ? ", reaches " : ", misses ") + bound(to))
                            .orElse("");
        }
    }

    /** One figure of several cases. */
    record Panel(String figure, List<Bar> bars) {

        private int height() {
            return TITLE + bars.size() * ROW + AXIS;
        }

        private double most() {
            double most = 0;
            for (Bar bar : bars) {
                most = Math.max(
                        most, Math.max(bar.spread().median(), bar.spread().max()));
                most = Math.max(most, bar.target().map(Target::bound).orElse(0.0));
            }
            return Svg.ceiling(most);
        }
    }

    private final Svg svg;

    private Chart(Svg svg) {
        this.svg = svg;
    }

    /** @param conditions told below the panels */
    static String of(String title, List<Panel> panels, List<String> conditions) {
        List<String> captions =
                conditions.stream().flatMap(line -> wrapped(line).stream()).toList();
        int height = HEAD + panels.stream().mapToInt(Panel::height).sum() + (captions.size() + 1) * CAPTION;
        Chart chart = new Chart(new Svg(WIDTH, height, title, words(panels, conditions)));
        chart.svg.text(12, 18, "start", "bold", title);
        chart.legend();
        int top = HEAD;
        for (Panel panel : panels) {
            chart.panel(panel, top);
            top += panel.height();
        }
        for (String caption : captions) {
            chart.svg.text(12, top + 8, "start", "normal", caption);
            top += CAPTION;
        }
        return chart.svg.end();
    }

    /** What the chart shows, for somebody who does not see it. */
    static String words(List<Panel> panels, List<String> conditions) {
        return panels.stream()
                        .map(panel -> panel.figure() + ", " + FigureUnit.of(panel.figure()) + ": "
                                + panel.bars().stream().map(Bar::words).collect(Collectors.joining("; ")))
                        .collect(Collectors.joining(". "))
                + ". " + String.join(" ", conditions);
    }

    private void legend() {
        int x = 12;
        x = entry(x, REACHED, "median, reaches its target");
        x = entry(x, MISSED, "median, misses its target");
        x = entry(x, NOT_JUDGED, "median, not judged");
        x = entry(x, TARGET, "target");
        svg.line("<line x1=\"%d\" y1=\"32\" x2=\"%d\" y2=\"32\" stroke=\"black\"/>", x, x + 14);
        svg.text(x + 18, 36, "start", "normal", "least to most of the runs");
    }

    private int entry(int x, String colour, String words) {
        svg.line("<rect x=\"%d\" y=\"28\" width=\"14\" height=\"8\" fill=\"%s\"/>", x, colour);
        svg.text(x + 18, 36, "start", "normal", words);
        return x + 32 + 6 * words.length();
    }

    private void panel(Panel panel, int top) {
        svg.text(LEFT, top + 18, "start", "bold", panel.figure());
        double most = panel.most();
        int rows = top + TITLE;
        int bottom = rows + panel.bars().size() * ROW;
        for (int tick = 0; tick <= TICKS; tick++) {
            double x = LEFT + (double) tick / TICKS * (WIDTH - LEFT - RIGHT);
            svg.line("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>", x, rows, x, bottom);
            svg.text(x, bottom + 14, "middle", "normal", number(most * tick / TICKS));
        }
        svg.text(LEFT + (WIDTH - LEFT - RIGHT) / 2.0, bottom + 30, "middle", "normal", axis(panel.figure()));
        for (int i = 0; i < panel.bars().size(); i++) {
            bar(panel.bars().get(i), rows + i * ROW, most);
        }
    }

    private static String axis(String figure) {
        return figure.replace('_', ' ') + " (" + FigureUnit.of(figure) + ")";
    }

    private void bar(Bar bar, int top, double most) {
        double middle = top + ROW / 2.0;
        svg.text(LEFT - 8, middle + 4, "end", "normal", bar.label());
        double median = x(bar.spread().median(), most);
        svg.line(
                "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                LEFT, middle - BAR / 2.0, Math.max(1, median - LEFT), BAR, colour(bar));
        double least = x(bar.spread().min(), most);
        double highest = x(bar.spread().max(), most);
        if (highest > least) {
            svg.line(
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"black\"/>",
                    least, middle, highest, middle);
        }
        bar.target().ifPresent(target -> {
            double at = x(target.bound(), most);
            svg.line(
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"4 2\"/>",
                    at, top, at, top + ROW, TARGET);
        });
        String bound = bar.target().map(target -> " (" + bound(target) + ")").orElse("");
        svg.text(
                WIDTH - RIGHT + 8,
                middle + 4,
                "start",
                "normal",
                number(bar.spread().median()) + bound);
    }

    private static double x(double value, double most) {
        return LEFT + Math.max(0, Math.min(1, value / most)) * (WIDTH - LEFT - RIGHT);
    }

    private static String colour(Bar bar) {
        if (bar.target().isEmpty()) {
            return NOT_JUDGED;
        }
        return bar.met() ? REACHED : MISSED;
    }

    /** Such as {@code ≥ 0.4}. */
    static String bound(Target target) {
        return (target.relation() == Target.Relation.AT_LEAST ? "≥ " : "≤ ") + number(target.bound());
    }

    /** With three digits that count. */
    static String number(double value) {
        double size = Math.abs(value);
        if (value == Math.rint(value) || size >= 1_000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(
                Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }

    private static List<String> wrapped(String words) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : words.split(" ")) {
            if (line.length() > 0 && line.length() + word.length() >= CAPTION_LETTERS) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}

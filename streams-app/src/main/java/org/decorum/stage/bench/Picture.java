package org.decorum.stage.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Draws runs over time as SVG: for each the pages a second above, and what was at the host and was refused below. */
public final class Picture {

    private static final int WIDTH = 900;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TITLE = 34;
    private static final int CHART = 120;
    private static final int GAP = 16;
    private static final int AXIS = 50;
    private static final int RUN = TITLE + 2 * CHART + GAP + AXIS;
    private static final double STEP_SECONDS = 0.25;
    private static final int TICKS = 4;

    private static final String PAGES = "#1f77b4";
    private static final String REFERENCE = "#999999";
    private static final String IN_FLIGHT = "#2ca02c";
    private static final String WAITING = "#ff7f0e";
    private static final String BELIEVED = "#9467bd";
    private static final String REFUSED = "#d62728";

    /**
     * A run to draw.
     *
     * @param beliefs what the stage went by; empty where there was none
     * @param capacity pages a second, a line to compare with
     */
    public record Run(String title, List<Visit> visits, List<Belief> beliefs, double capacity, double seconds) {}

    private final Svg svg;

    private Picture(Svg svg) {
        this.svg = svg;
    }

    /** The whole picture, runs below each other. */
    public static String of(List<Run> runs) {
        int height = Math.max(1, runs.size()) * RUN;
        Picture picture = new Picture(new Svg(
                WIDTH,
                height,
                "Runs over time",
                "For each of these runs the pages a second above, and the requests at the host and refused below: "
                        + runs.stream().map(Run::title).collect(Collectors.joining("; "))));
        for (int i = 0; i < runs.size(); i++) {
            picture.run(runs.get(i), i * RUN);
        }
        return picture.svg.end();
    }

    private void run(Run run, int top) {
        Series series = Series.of(run.visits(), STEP_SECONDS, run.seconds());
        text(LEFT, top + 16, "start", "bold", run.title());
        legend(top + 30);
        double seconds = series.steps() * STEP_SECONDS;
        DoubleUnaryOperator x = time -> LEFT + time / seconds * (WIDTH - LEFT - RIGHT);
        int upper = top + TITLE;
        double most = Svg.ceiling(Math.max(run.capacity(), max(series.pagesPerSecond())));
        frame(upper, most, "pages/s");
        level(upper, run.capacity() / most);
        curve(believed(run, Belief::pagesPerSecond, series), upper, most, x, BELIEVED);
        curve(series.pagesPerSecond(), upper, most, x, PAGES);
        int lower = upper + CHART + GAP;
        double crowd = Svg.ceiling(Math.max(1, Math.max(max(series.inFlight()), max(series.refused()))));
        frame(lower, crowd, "requests");
        bars(series.refused(), lower, crowd, x);
        curve(believed(run, Belief::inFlightMax, series), lower, crowd, x, BELIEVED);
        curve(series.inFlight(), lower, crowd, x, IN_FLIGHT);
        curve(series.waiting(), lower, crowd, x, WAITING);
        seconds(lower + CHART, seconds, x);
    }

    private void legend(int y) {
        int x = LEFT;
        x = entry(x, y, PAGES, "pages done, 1/s");
        x = entry(x, y, REFERENCE, "capacity, 1/s");
        x = entry(x, y, IN_FLIGHT, "at the host, mean of 0.25 s");
        x = entry(x, y, WAITING, "of them waiting");
        x = entry(x, y, REFUSED, "503s in 0.25 s");
        entry(x, y, BELIEVED, "pace and cap of the stage");
    }

    private static double[] believed(Run run, ToDoubleFunction<Belief> value, Series series) {
        return Steps.of(run.beliefs(), value, STEP_SECONDS, series.steps());
    }

    private int entry(int x, int y, String colour, String words) {
        line(
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"3\"/>",
                x, y - 4, x + 14, y - 4, colour);
        text(x + 18, y, "start", "normal", words);
        return x + 30 + 6 * words.length();
    }

    private void frame(int top, double most, String unit) {
        line(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#cccccc\"/>",
                LEFT, top, WIDTH - LEFT - RIGHT, CHART);
        for (int tick = 0; tick <= TICKS; tick++) {
            double y = top + CHART - (double) tick / TICKS * CHART;
            line("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#eeeeee\"/>", LEFT, y, WIDTH - RIGHT, y);
            text(LEFT - 6, (int) y + 4, "end", "normal", number(most * tick / TICKS));
        }
        int middle = top + CHART / 2;
        line(
                "<text x=\"16\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 16 %d)\">%s</text>",
                middle, middle, unit);
    }

    private void level(int top, double share) {
        double y = top + CHART - share * CHART;
        line(
                "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\" stroke-dasharray=\"5 4\"/>",
                LEFT, y, WIDTH - RIGHT, y, REFERENCE);
    }

    private void curve(double[] values, int top, double most, DoubleUnaryOperator x, String colour) {
        List<String> points = new ArrayList<>();
        for (int step = 0; step < values.length; step++) {
            if (!Double.isNaN(values[step])) {
                points.add(String.format(
                        Locale.ROOT,
                        "%.1f,%.1f",
                        x.applyAsDouble((step + 0.5) * STEP_SECONDS),
                        top + CHART - Math.min(1, values[step] / most) * CHART));
            }
        }
        line(
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"%s\"/>",
                colour, String.join(" ", points));
    }

    private void bars(double[] values, int top, double most, DoubleUnaryOperator x) {
        for (int step = 0; step < values.length; step++) {
            if (values[step] > 0) {
                double left = x.applyAsDouble(step * STEP_SECONDS);
                double height = values[step] / most * CHART;
                line(
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                        left,
                        top + CHART - height,
                        Math.max(1, x.applyAsDouble((step + 1) * STEP_SECONDS) - left),
                        height,
                        REFUSED);
            }
        }
    }

    private void seconds(int y, double seconds, DoubleUnaryOperator x) {
        double every = Math.max(1, Svg.ceiling(seconds / 10));
        for (double second = 0; second <= seconds; second += every) {
            text((int) x.applyAsDouble(second), y + 14, "middle", "normal", number(second));
        }
        text((LEFT + WIDTH - RIGHT) / 2, y + 30, "middle", "normal", "seconds since the first request");
    }

    private void text(int x, int y, String anchor, String weight, String words) {
        svg.text(x, y, anchor, weight, words);
    }

    private void line(String format, Object... values) {
        svg.line(format, values);
    }

    private static double max(double[] values) {
        double most = 0;
        for (double value : values) {
            most = Math.max(most, value);
        }
        return most;
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? Long.toString(Math.round(value))
                : String.format(Locale.ROOT, "%.2f", value).replaceAll("0+$", "");
    }
}

package org.decorum.stage.bench;

import java.util.Locale;

/** An SVG under construction, with what a reader who does not see it is told. */
final class Svg {

    private final StringBuilder svg = new StringBuilder();

    Svg(int width, int height, String title, String description) {
        line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\">",
                width, height, width, height);
        line("<title>%s</title>", escaped(title));
        line("<desc>%s</desc>", escaped(description));
        line("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
    }

    void text(double x, double y, String anchor, String weight, String words) {
        line(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" font-weight=\"%s\">%s</text>",
                (int) x, (int) y, anchor, weight, escaped(words));
    }

    /** A tag whose texts are escaped already. */
    void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    String end() {
        line("</svg>");
        return svg.toString();
    }

    /** The next of 1, 2, 4, 5, 8 or 10 times a power of ten. */
    static double ceiling(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-9))));
        for (double step : new double[] {1, 2, 4, 5, 8}) {
            if (value <= step * power) {
                return step * power;
            }
        }
        return 10 * power;
    }

    static String escaped(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}

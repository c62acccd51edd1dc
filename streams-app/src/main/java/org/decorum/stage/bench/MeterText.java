package org.decorum.stage.bench;

/**
 * Meters as a stage serves them, in Prometheus' text format.
 *
 * @param text one series a line
 */
public record MeterText(String text) {

    /** Of all series with this name; 0 where there is none. */
    public double sum(String name) {
        return sum(name, "");
    }

    /** Of all series with this name and a label, such as {@code area="heap"}. */
    public double sum(String name, String label) {
        return text.lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .filter(line -> line.contains(label))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}

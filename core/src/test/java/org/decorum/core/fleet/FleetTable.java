package org.decorum.core.fleet;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Prints the measured tables of the decision about the fleet window. */
final class FleetTable {

    private static final long[] POLITE = {5_000};
    private static final long[] MIXED = {200, 1_000, 5_000, 20_000};
    private static final int SEEDS = 3;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private FleetTable() {}

    public static void main(String[] args) {
        List<FleetSpec> shapes = List.of(
                shape(1, 1, 1, 2, 0.1, POLITE),
                shape(1, 1, 1, 2, 0.5, POLITE),
                shape(1, 16, 1, 2, 0.1, POLITE),
                shape(1, 16, 1, 2, 0.5, POLITE),
                shape(1, 32, 1, 5, 0.5, POLITE),
                shape(1, 16, 1, 10, 0.5, POLITE),
                shape(1, 16, 1, 20, 0.1, POLITE),
                shape(1, 16, 1, 20, 0.5, POLITE),
                shape(1, 16, 1, 20, 1, POLITE),
                shape(1, 32, 2, 200, 0.5, POLITE),
                shape(4, 32, 1, 4, 0.5, POLITE),
                shape(4, 32, 1, 20, 0.5, POLITE),
                shape(4, 32, 2, 200, 0.5, POLITE),
                shape(16, 32, 4, 200, 0.5, POLITE),
                shape(1, 16, 1, 5, 0.5, MIXED),
                shape(1, 16, 1, 20, 0.5, MIXED),
                shape(4, 32, 2, 200, 0.5, MIXED));
        print("| instances, tasks, fetchers, places, variation, T | without, 5x | 0.7x | 1.2x | 2x | 5x | 20x |");
        print("|---|---|---|---|---|---|---|");
        for (FleetSpec shape : shapes) {
            StringBuilder row = new StringBuilder(format(
                    "| %d, %d, %d, %d, %.1f, %s |",
                    shape.instances(),
                    shape.tasks(),
                    shape.fetchers(),
                    shape.places(),
                    shape.variation(),
                    shape.intervalMillis() == POLITE ? "5 s" : "0.2, 1, 5, 20 s"));
            row.append(cell(shape.at(5, 70), false));
            for (double overload : new double[] {0.7, 1.2, 2, 5, 20}) {
                row.append(cell(shape.at(overload, overload > 5 ? 370 : 130), true));
            }
            print(row.toString());
        }
    }

    private static FleetSpec shape(
            int instances, int tasks, int fetchers, int places, double variation, long[] intervalMillis) {
        return new FleetSpec(instances, tasks, fetchers, places, variation, 1, intervalMillis, 0);
    }

    private static String cell(FleetSpec spec, boolean hasWindows) {
        double missed = 0;
        double used = 0;
        double spread = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            FleetCrawl crawl = hasWindows ? new FleetCrawl(spec, seed) : FleetCrawl.withoutWindows(spec, seed);
            crawl.run(10, spec.seconds());
            missed += crawl.missedRatio() / SEEDS;
            used += crawl.utilisation() / SEEDS;
            spread += crawl.spread() / SEEDS;
        }
        return format(" %.1f, %.0f, %.1f |", 100 * missed, 100 * used, spread);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static void print(String line) {
        OUT.println(line);
    }
}

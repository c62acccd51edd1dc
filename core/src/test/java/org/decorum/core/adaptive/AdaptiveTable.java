package org.decorum.core.adaptive;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** Prints the measured tables of {@code topology-docs/adaptive.md}; with an argument, so many random hosts. */
final class AdaptiveTable {

    private static final int SEEDS = 10;
    private static final long[] FEEDBACK_MILLIS = {0, 50, 200, 500};
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private AdaptiveTable() {}

    public static void main(String[] args) {
        published();
        grid("direct", CrawlPath::direct);
        grid("ahead", CrawlPath::ahead);
        shortSlowdown();
        int hosts = args.length > 0 ? Integer.parseInt(args[0]) : 60;
        random("direct", hosts, CrawlPath::direct);
        random("ahead", hosts, CrawlPath::ahead);
    }

    /** A sleep of 20 ms took 20.7 ms there, and the network 0.4 ms. */
    private static void published() {
        print("published experiment | pages/s | p50 ms | 503s");
        publishedRow("A, 2,000 pages", HostSpec.of(8, 20_700, 16), 2_000);
        publishedRow("B, 300 pages", HostSpec.of(2, 50_700, 4), 300);
    }

    private static void publishedRow(String name, HostSpec spec, int pages) {
        CrawlLog log = new SimulatedCrawl(spec, new CrawlPath(0, 0, 0, 0, 0, 400), 1).run(20);
        print(
                "%s | %.0f whole run, %.0f steady | %.1f | %d",
                name, pages / log.secondsFor(pages), log.rate(2, 20), log.latencyMillis(0.5), log.refusedSince(0));
    }

    private static void grid(String name, LongFunction<CrawlPath> path) {
        print(
                "%s: host, variation, feedback | start s | steady %% | p50 | p99 | 503s | slow %% | recovery s"
                        + " | beside others %% | missed %%",
                name);
        for (String host : new String[] {"A", "B", "S"}) {
            for (double variation : new double[] {0, 0.3, 1}) {
                for (long feedback : FEEDBACK_MILLIS) {
                    row(host, variation, feedback, path.apply(feedback));
                }
            }
        }
    }

    private static void row(String name, double variation, long feedback, CrawlPath path) {
        HostSpec host = name.equals("A") ? HostSpec.A : name.equals("B") ? HostSpec.B : HostSpec.S;
        HostSpec spec = host.varying(variation).slow(40, 55, 4 * host.serviceMicros());
        double[] sums = IntStream.rangeClosed(1, SEEDS)
                .mapToObj(seed -> figures(
                        spec,
                        new SimulatedCrawl(spec, path, seed)
                                .others(80, 95, spec.capacity() / 2)
                                .run(95)))
                .reduce(new double[9], AdaptiveTable::add);
        Object[] cells = new Object[sums.length + 3];
        cells[0] = name;
        cells[1] = variation;
        cells[2] = feedback;
        for (int i = 0; i < sums.length; i++) {
            cells[i + 3] = sums[i] / SEEDS;
        }
        print("%s, %.1f, %d ms | %.1f | %.1f | %.0f | %.0f | %.1f | %.1f | %.1f | %.1f | %.1f", cells);
    }

    private static double[] figures(HostSpec spec, CrawlLog log) {
        double capacity = spec.capacity();
        return new double[] {
            log.secondsUntil(0.85 * capacity, 0),
            100 * log.rate(25, 40) / capacity,
            log.queueing(25, 40, 0.5),
            log.queueing(25, 40, 0.99),
            log.refusedSince(0),
            100 * log.rate(43, 55) / spec.slowCapacity(),
            log.secondsUntil(0.85 * capacity, 55),
            100 * log.rate(83, 95) / (capacity / 2),
            log.missedPercent()
        };
    }

    private static double[] add(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] + b[i]).toArray();
    }

    private static void shortSlowdown() {
        print("A at 80 ms in seconds 3 to 6 | 4 to 6, %% of 100/s | 7 to 8, %% of 400/s | 7 to 12 | 503s");
        for (long feedback : FEEDBACK_MILLIS) {
            shortSlowdown("direct", feedback, CrawlPath.direct(feedback));
            shortSlowdown("ahead", feedback, CrawlPath.ahead(feedback));
        }
    }

    private static void shortSlowdown(String name, long feedback, CrawlPath path) {
        CrawlLog log = new SimulatedCrawl(HostSpec.A.slow(3, 6, 80_000), path, 1).run(12);
        print(
                "%s, %d ms | %.1f | %.1f | %.1f | %d",
                name, feedback, log.rate(4, 6), log.rate(7, 8) / 4, log.rate(7, 12) / 4, log.refusedSince(0));
    }

    private static void random(String name, int hosts, LongFunction<CrawlPath> path) {
        RandomHosts.Result result = RandomHosts.crawl(hosts, 42, path);
        print(
                "%s, %d random hosts | min %.1f | p1 %.1f | p5 %.1f | p25 %.1f | median %.1f | 503s per 10,000 %.2f | missed %.1f",
                name,
                hosts,
                result.percent(0),
                result.percent(0.01),
                result.percent(0.05),
                result.percent(0.25),
                result.percent(0.5),
                result.refusedPerTenThousand(),
                result.missedPercent());
    }

    private static void print(String format, Object... cells) {
        OUT.println(String.format(Locale.ROOT, format, cells));
    }
}

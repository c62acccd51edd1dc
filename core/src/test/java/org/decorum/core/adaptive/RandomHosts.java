package org.decorum.core.adaptive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;

/**
 * Hosts drawn at random: 1 to 256 workers, 5 ms to 2 s (both evenly on a logarithmic scale), a quarter of them without
 * variance and the others up to 1.5, a queue of half to four times the workers, and feedback 0 to 500 ms late. What
 * counts begins after 30 s and 60 services, and lasts for 20 s, 60 services or 2,000 pages, whatever is longest.
 */
final class RandomHosts {

    private static final long[] FEEDBACK_MILLIS = {0, 50, 200, 500};

    /** One host's run. */
    record Run(HostSpec spec, long feedbackMillis, double percent, int refused, int fetched, double missedPercent) {}

    /** All runs, the slowest first. */
    record Result(List<Run> runs) {

        double percent(double quantile) {
            return runs.get((int) (quantile * runs.size())).percent();
        }

        double refusedPerTenThousand() {
            return 1e4
                    * runs.stream().mapToInt(Run::refused).sum()
                    / runs.stream().mapToLong(Run::fetched).sum();
        }

        double missedPercent() {
            double[] missed =
                    runs.stream().mapToDouble(Run::missedPercent).sorted().toArray();
            return missed[missed.length / 2];
        }
    }

    private RandomHosts() {}

    static Result crawl(int count, long seed, LongFunction<CrawlPath> pathByFeedback) {
        Random random = new Random(seed);
        Run[] runs = new Run[count];
        for (int i = 0; i < count; i++) {
            runs[i] = crawl(draw(random), FEEDBACK_MILLIS[random.nextInt(FEEDBACK_MILLIS.length)], i, pathByFeedback);
        }
        Arrays.sort(runs, (a, b) -> Double.compare(a.percent(), b.percent()));
        return new Result(new ArrayList<>(Arrays.asList(runs)));
    }

    private static HostSpec draw(Random random) {
        int workers = (int) Math.round(Math.pow(256, random.nextDouble()));
        long service = (long) (5_000 * Math.pow(400, random.nextDouble()));
        int queue = Math.max(1, (int) Math.round(workers * 0.5 * Math.pow(8, random.nextDouble())));
        double variation = 1.5 * random.nextDouble();
        return HostSpec.of(workers, service, queue).varying(random.nextInt(4) == 0 ? 0 : variation);
    }

    private static Run crawl(HostSpec spec, long feedbackMillis, long seed, LongFunction<CrawlPath> pathByFeedback) {
        double service = spec.serviceMicros() / 1e6;
        double from = 30 + 60 * service;
        double to = from + Math.max(Math.max(20, 60 * service), 2_000 / spec.capacity());
        CrawlLog log = new SimulatedCrawl(spec, pathByFeedback.apply(feedbackMillis), seed).run(to);
        double percent = 100 * log.rate(from, to) / spec.capacity();
        return new Run(spec, feedbackMillis, percent, log.refusedSince(0), log.fetched(), log.missedPercent());
    }
}

package org.decorum.stage.cli.demo;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.decorum.schema.FetchOutcome;
import org.decorum.stage.metrics.MeterNames;

/**
 * The stage's own counters at one moment.
 *
 * @param fetched requests whose answer was not a redirect that goes on as a request of its own
 * @param redirected requests that did go on; they have not come to their end by that
 * @param rejected requests that will never be released
 * @param missed slots that no fetcher could keep
 */
record DemoCounts(long released, long fetched, long redirected, long missed, long failed, long rejected, long backlog) {

    static DemoCounts of(MeterRegistry meters, long redirected) {
        return new DemoCounts(
                sum(meters, MeterNames.RELEASES),
                Math.max(0, feedback(meters, FetchOutcome.FETCHED) - redirected),
                redirected,
                feedback(meters, FetchOutcome.MISSED_SLOT),
                feedback(meters, FetchOutcome.FAILED),
                sum(meters, MeterNames.REJECTED),
                (long) meters.get(MeterNames.BACKLOG).gauge().value());
    }

    private static long feedback(MeterRegistry meters, FetchOutcome outcome) {
        return sum(
                meters, MeterNames.FEEDBACK, MeterNames.OUTCOME, outcome.name().toLowerCase(Locale.ROOT));
    }

    private static long sum(MeterRegistry meters, String name, String... tags) {
        return (long) meters.find(name).tags(tags).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** Requests that have come to their end. */
    long finished() {
        return fetched + rejected;
    }
}

package org.decorum.stage.cli.bench;

import java.util.List;
import java.util.Optional;
import org.decorum.stage.bench.Belief;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Report;
import org.decorum.stage.bench.Visit;

/**
 * One measured case with the log of its host.
 *
 * @param originKey of a crawl through the stage
 * @param firstMicros first arrival at the host, since 1970 UTC; what follows counts from it
 * @param capacity pages a second of the host by its reference
 * @param seconds how much of the log was measured
 */
record AdaptiveCase(
        BenchResult result,
        Optional<String> originKey,
        long firstMicros,
        List<Visit> visits,
        List<Belief> beliefs,
        List<Report> reports,
        double capacity,
        double seconds) {

    /** With what passed through Kafka, where there was a stage. */
    AdaptiveCase with(Observed all) {
        return originKey
                .map(key -> new AdaptiveCase(
                        result,
                        originKey,
                        firstMicros,
                        visits,
                        all.beliefs(key, firstMicros),
                        all.reports(key, firstMicros),
                        capacity,
                        seconds))
                .orElse(this);
    }

    String host() {
        return String.valueOf(result.parameters().get(AdaptiveCases.HOST));
    }

    long delayMillis() {
        return result.parameters().get(AdaptiveCases.FEEDBACK_DELAY) instanceof Number delay ? delay.longValue() : 0;
    }

    String title() {
        String delay = delayMillis() == 0 ? "" : ", feedback after " + delayMillis() + " ms";
        return "Host " + host() + ", " + result.scenario() + delay;
    }
}

package org.decorum.stage.cli.bench;

import java.util.List;
import java.util.Optional;
import org.decorum.stage.bench.Belief;
import org.decorum.stage.bench.BenchResult;
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
        double capacity,
        double seconds) {

    /** With what the stage went by, where there was a stage. */
    AdaptiveCase with(Beliefs all) {
        List<Belief> own = originKey.map(key -> all.of(key, firstMicros)).orElse(List.of());
        return new AdaptiveCase(result, originKey, firstMicros, visits, own, capacity, seconds);
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

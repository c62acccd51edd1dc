package org.decorum.stage.cli.bench;

import java.util.List;
import org.decorum.stage.bench.BenchResult;
import org.decorum.stage.bench.Visit;

/**
 * One measured case with the log of its host.
 *
 * @param capacity pages a second of the host by its reference
 * @param seconds how much of the log was measured
 */
record AdaptiveCase(BenchResult result, List<Visit> visits, double capacity, double seconds) {

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

package org.decorum.stage.cli;

import java.time.Instant;
import java.util.Locale;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.backoff.RetryAfter;
import org.decorum.core.rate.Micros;
import org.jspecify.annotations.Nullable;

/** How long an origin is left alone that answered 429 or 503 with a Retry-After, and why. */
final class RetryAfterExplanation {

    private RetryAfterExplanation() {}

    /**
     * A paragraph for a person.
     *
     * @param date the Date header of the same answer
     */
    static String words(String header, @Nullable String date, Instant now, BackoffPolicy policy) {
        StringBuilder text = new StringBuilder();
        RetryAfter read = RetryAfter.parse(header, date, Micros.of(now));
        if (read instanceof RetryAfter.Invalid invalid) {
            line(text, "read as", "INVALID", invalid.why());
            return ladder(text, policy);
        }
        RetryAfter.Delay delay = (RetryAfter.Delay) read;
        line(
                text,
                "read as",
                delay.seconds() + " s",
                date == null ? "a date counts from now" : "a date counts from the answer's Date");
        if (delay.micros() == 0) {
            return ladder(text, policy);
        }
        long capMicros = policy.retryAfterCapMicros();
        boolean capped = delay.micros() > capMicros;
        line(text, "pause", seconds(Math.min(delay.micros(), capMicros)), capped ? "the policy's longest" : "as asked");
        return text.toString();
    }

    private static String ladder(StringBuilder text, BackoffPolicy policy) {
        line(
                text,
                "pause",
                seconds(policy.initialMicros()),
                "the first rung of the ladder, and up to a tenth more; the next ones double up to "
                        + seconds(policy.capMicros()));
        return text.toString();
    }

    private static String seconds(long micros) {
        return String.format(Locale.ROOT, "%.3f s", micros / (double) Micros.PER_SECOND);
    }

    private static void line(StringBuilder text, String name, String value, String why) {
        text.append(String.format(Locale.ROOT, "%-11s  %s  (%s)%n", name, value, why));
    }
}

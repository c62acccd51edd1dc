package org.decorum.stage.processor;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.decorum.core.backoff.RetryAfter;
import org.decorum.core.cache.CacheHeaders;
import org.decorum.core.machine.BookingId;
import org.decorum.core.machine.OriginEvent;
import org.decorum.core.machine.Outcome;
import org.decorum.core.rate.Micros;
import org.decorum.schema.FailReason;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.jspecify.annotations.Nullable;

/** Feedback in the words of the rules: headers become delays, and what cannot be understood becomes nothing. */
final class Reports {

    /** The origin was not asked, or had no part in it. */
    private static final Set<FailReason> BLAMELESS =
            EnumSet.of(FailReason.BAD_URL, FailReason.SSRF_BLOCKED, FailReason.INTERNAL);

    private Reports() {}

    static OriginEvent.Reported event(BookingId booking, FetchFeedback feedback, long nowMicros) {
        Integer status = feedback.getStatus();
        return new OriginEvent.Reported(
                booking,
                outcome(feedback),
                status == null ? OptionalInt.empty() : OptionalInt.of(status),
                micros(feedback.getStartedAt()),
                micros(feedback.getFinishedAt()),
                retryAfterMicros(feedback, nowMicros),
                Optional.ofNullable(feedback.getContentType()),
                CacheHeaders.verdict(feedback.getHeaders()));
    }

    private static Outcome outcome(FetchFeedback feedback) {
        boolean isBlameless = feedback.getOutcome() == FetchOutcome.FAILED
                && feedback.getFailReason() != null
                && BLAMELESS.contains(feedback.getFailReason());
        return isBlameless
                ? Outcome.UNABLE
                : Outcome.valueOf(feedback.getOutcome().name());
    }

    private static OptionalLong micros(@Nullable Instant instant) {
        return instant == null ? OptionalLong.empty() : OptionalLong.of(Micros.of(instant));
    }

    private static OptionalLong retryAfterMicros(FetchFeedback feedback, long nowMicros) {
        if (feedback.getRetryAfter() == null) {
            return OptionalLong.empty();
        }
        return RetryAfter.parse(feedback.getRetryAfter(), feedback.getDate(), nowMicros)
                        instanceof RetryAfter.Delay delay
                ? OptionalLong.of(delay.micros())
                : OptionalLong.empty();
    }
}

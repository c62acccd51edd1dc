package org.decorum.fetch;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.jspecify.annotations.Nullable;

/** Turns a result into the record that the stage reads. */
final class Feedback {

    private static final int ERROR_CHARS_MAX = 500;
    private static final int HEADER_CHARS_MAX = 200;
    private static final int CACHE_HEADER_CHARS_MAX = 500;

    private Feedback() {}

    static FetchFeedback of(CrawlRelease release, FetchResult result, String fetcherId) {
        FetchFeedback.Builder feedback = FetchFeedback.newBuilder()
                .setOriginKey(release.getOriginKey())
                .setSiteKey(release.getSiteKey())
                .setBookingId(release.getBookingId())
                .setRequestId(release.getRequestId())
                .setUrl(release.getUrl())
                .setFetcherId(fetcherId);
        if (result instanceof FetchResult.Fetched fetched) {
            feedback.setOutcome(FetchOutcome.FETCHED)
                    .setStatus(fetched.status())
                    .setStartedAt(Micros.toInstant(fetched.startedAtMicros()))
                    .setFinishedAt(Micros.toInstant(fetched.finishedAtMicros()))
                    .setRetryAfter(clip(fetched.headers().get(AnswerHeaders.RETRY_AFTER), HEADER_CHARS_MAX))
                    .setDate(clip(fetched.headers().get(AnswerHeaders.DATE), HEADER_CHARS_MAX))
                    .setContentType(clip(fetched.headers().get(AnswerHeaders.CONTENT_TYPE), HEADER_CHARS_MAX))
                    .setHeaders(ofCaches(fetched.headers()))
                    .setError(clip(fetched.note(), ERROR_CHARS_MAX));
        } else if (result instanceof FetchResult.Failed failed) {
            feedback.setOutcome(FetchOutcome.FAILED)
                    .setStartedAt(instant(failed.startedAtMicros()))
                    .setFinishedAt(Micros.toInstant(failed.finishedAtMicros()))
                    .setFailReason(org.decorum.schema.FailReason.valueOf(
                            failed.reason().name()))
                    .setError(clip(word(failed.reason()) + ": " + failed.detail(), ERROR_CHARS_MAX));
        } else if (result instanceof FetchResult.Robots robots) {
            feedback.setOutcome(FetchOutcome.ROBOTS)
                    .setStatus(robots.status())
                    .setStartedAt(instant(robots.startedAtMicros()))
                    .setCrawlDelayMicros(robots.crawlDelayMicros())
                    .setRetryAfter(clip(robots.retryAfter(), HEADER_CHARS_MAX))
                    .setDate(clip(robots.date(), HEADER_CHARS_MAX))
                    .setError(clip(robots.note(), ERROR_CHARS_MAX));
        } else if (result instanceof FetchResult.Disallowed) {
            feedback.setOutcome(FetchOutcome.DISALLOWED);
        } else if (result instanceof FetchResult.Missed missed) {
            feedback.setOutcome(FetchOutcome.MISSED_SLOT)
                    .setMissReason(org.decorum.schema.MissReason.valueOf(
                            missed.reason().name()))
                    .setError(word(missed.reason()));
        }
        return feedback.build();
    }

    /** Adds what is worth telling to what is told already. */
    static void note(FetchFeedback feedback, String note) {
        String told = feedback.getError();
        feedback.setError(clip(told == null ? note : note + "; " + told, ERROR_CHARS_MAX));
    }

    /** What robots.txt of a site says about the pace; null means nothing. */
    static FetchFeedback ofRobots(String originKey, String siteKey, @Nullable Long crawlDelayMicros, String fetcherId) {
        return FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.ROBOTS)
                .setOriginKey(originKey)
                .setSiteKey(siteKey)
                .setCrawlDelayMicros(crawlDelayMicros)
                .setFetcherId(fetcherId)
                .build();
    }

    private static Map<String, String> ofCaches(AnswerHeaders headers) {
        Map<String, String> some = headers.ofCaches();
        some.replaceAll((name, value) -> Objects.requireNonNull(clip(value, CACHE_HEADER_CHARS_MAX)));
        return some;
    }

    private static @Nullable Instant instant(@Nullable Long micros) {
        return micros == null ? null : Micros.toInstant(micros);
    }

    private static String word(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static @Nullable String clip(@Nullable String text, int charsMax) {
        return text == null || text.length() <= charsMax ? text : text.substring(0, charsMax);
    }
}

package org.decorum.fetch;

import java.util.Locale;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.jspecify.annotations.Nullable;

/** Turns a result into the record that the stage reads. */
final class Feedback {

    private static final int ERROR_CHARS_MAX = 500;
    private static final int HEADER_CHARS_MAX = 200;

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
                    .setRetryAfter(clip(fetched.retryAfter(), HEADER_CHARS_MAX))
                    .setDate(clip(fetched.date(), HEADER_CHARS_MAX))
                    .setError(clip(fetched.note(), ERROR_CHARS_MAX));
        } else if (result instanceof FetchResult.Failed failed) {
            Long startedAtMicros = failed.startedAtMicros();
            feedback.setOutcome(FetchOutcome.FAILED)
                    .setStartedAt(startedAtMicros == null ? null : Micros.toInstant(startedAtMicros))
                    .setFinishedAt(Micros.toInstant(failed.finishedAtMicros()))
                    .setError(clip(word(failed.reason()) + ": " + failed.detail(), ERROR_CHARS_MAX));
        } else if (result instanceof FetchResult.Missed missed) {
            feedback.setOutcome(FetchOutcome.MISSED_SLOT).setError(word(missed.reason()));
        }
        return feedback.build();
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

    private static String word(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static @Nullable String clip(@Nullable String text, int charsMax) {
        return text == null || text.length() <= charsMax ? text : text.substring(0, charsMax);
    }
}

package org.decorum.fetch;

import java.util.HashMap;
import java.util.Map;
import org.decorum.core.backoff.RetryAfter;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.jspecify.annotations.Nullable;

/**
 * Sites that answered 429 or 503 a moment ago. Until their Retry-After, at least {@link #STOP_MICROS_MIN} and at most
 * {@link #STOP_MICROS_MAX}, nothing starts there that was booked before the stage heard of it: a release of a newer
 * epoch than the refused one shows that it has, and then its hold is what counts. Guarded by the gate.
 */
final class Refusals {

    /** Where Retry-After names no time to come. */
    static final long STOP_MICROS_MIN = Micros.ofSeconds(1);

    /** The stage's own hold is there long before. */
    static final long STOP_MICROS_MAX = Micros.ofSeconds(3_600);

    private static final int PRUNE_SIZE_MIN = 4_096;

    private final Map<Site, Refusal> refusalBySite = new HashMap<>();
    private int pruneAtSize = PRUNE_SIZE_MIN;

    /** A site where one origin pays for it: epochs of two origins cannot be compared. */
    private record Site(String originKey, String siteKey) {

        static Site of(CrawlRelease release) {
            return new Site(release.getOriginKey(), release.getSiteKey());
        }
    }

    private record Refusal(long epoch, long untilMicros) {

        /** Of one epoch the later end counts. */
        Refusal or(Refusal other) {
            if (epoch != other.epoch) {
                return epoch > other.epoch ? this : other;
            }
            return untilMicros >= other.untilMicros ? this : other;
        }
    }

    /** Takes note of a result, if it is a refusal, of a page or of robots.txt. */
    void note(CrawlRelease release, FetchResult result, long nowMicros) {
        if (result instanceof FetchResult.Fetched fetched && isRefusal(fetched.status())) {
            AnswerHeaders headers = fetched.headers();
            note(release, headers.get(AnswerHeaders.RETRY_AFTER), headers.get(AnswerHeaders.DATE), nowMicros);
        } else if (result instanceof FetchResult.Robots robots
                && robots.status() != null
                && isRefusal(robots.status())) {
            note(release, robots.retryAfter(), robots.date(), nowMicros);
        }
    }

    /** Whether a release must not start at a time. */
    boolean forbid(CrawlRelease release, long startMicros) {
        Refusal refusal = refusalBySite.get(Site.of(release));
        return refusal != null && startMicros < refusal.untilMicros && release.getEpoch() <= refusal.epoch;
    }

    private void note(CrawlRelease release, @Nullable String retryAfter, @Nullable String date, long nowMicros) {
        if (refusalBySite.size() >= pruneAtSize) {
            refusalBySite.values().removeIf(refusal -> refusal.untilMicros <= nowMicros);
            pruneAtSize = Math.max(PRUNE_SIZE_MIN, 2 * refusalBySite.size());
        }
        long untilMicros = Micros.add(nowMicros, stopMicros(retryAfter, date, nowMicros));
        refusalBySite.merge(Site.of(release), new Refusal(release.getEpoch(), untilMicros), Refusal::or);
    }

    private static long stopMicros(@Nullable String retryAfter, @Nullable String date, long nowMicros) {
        if (retryAfter != null && RetryAfter.parse(retryAfter, date, nowMicros) instanceof RetryAfter.Delay delay) {
            return Math.max(STOP_MICROS_MIN, Math.min(delay.micros(), STOP_MICROS_MAX));
        }
        return STOP_MICROS_MIN;
    }

    private static boolean isRefusal(int status) {
        return status == 429 || status == 503;
    }
}

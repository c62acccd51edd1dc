package org.decorum.fetch;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.OriginHold;

/** Records for tests. */
final class Samples {

    static final String ORIGIN = "example.org";
    static final TopicPartition RELEASES = new TopicPartition("crawl.release", 0);

    private Samples() {}

    static CrawlRelease release(int number, String originKey, long releaseAtMicros, long widthMicros, long gapMicros) {
        return new CrawlRelease(
                "booking-" + number,
                "request-" + number,
                "https://" + originKey + "/" + number,
                originKey,
                originKey,
                1,
                0L,
                Micros.toInstant(releaseAtMicros),
                Micros.toInstant(releaseAtMicros + widthMicros),
                gapMicros,
                0,
                1,
                "default",
                Micros.toInstant(releaseAtMicros - 250_000),
                Map.of("job", "42"),
                7,
                "page",
                0);
    }

    static FetchResult.Fetched redirect(String location) {
        return new FetchResult.Fetched(301, 1, 2, headers(Map.of("location", location)), null);
    }

    static AnswerHeaders headers(Map<String, String> headers) {
        return AnswerHeaders.of(headers::get);
    }

    /** A group that this fetcher was a member of a moment ago, and for an hour from then on. */
    static GroupContact group(MicroClock clock) {
        GroupContact group = new GroupContact(3_600_000_000L, clock);
        group.confirmed(clock.elapsedMicros());
        return group;
    }

    static OpenRelease open(int number, String originKey, long releaseAtMicros, long widthMicros, long gapMicros) {
        return new OpenRelease(release(number, originKey, releaseAtMicros, widthMicros, gapMicros), RELEASES, number);
    }

    /** One that may start when no more than {@code inFlightMax - 1} others of its origin are in flight. */
    static OpenRelease capped(
            int number, String originKey, long releaseAtMicros, long widthMicros, long gapMicros, int inFlightMax) {
        CrawlRelease release = release(number, originKey, releaseAtMicros, widthMicros, gapMicros);
        release.setInFlightMax(inFlightMax);
        return new OpenRelease(release, RELEASES, number);
    }

    static OriginHold hold(String originKey, long epoch, long untilMicros) {
        return new OriginHold(
                originKey, epoch, Micros.toInstant(untilMicros), "status 429", Micros.toInstant(untilMicros - 1));
    }
}

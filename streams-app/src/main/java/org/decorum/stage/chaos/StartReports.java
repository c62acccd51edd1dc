package org.decorum.stage.chaos;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.decorum.core.rate.Micros;
import org.decorum.schema.FetchFeedback;
import org.jspecify.annotations.Nullable;

/**
 * When fetchers say that they started requests. It judges nothing: beside a floor that an origin's log shows broken it
 * tells whether the fetchers were early, or the machine late to deliver.
 */
public final class StartReports {

    private final Map<String, Map<String, Long>> startsByOrigin = new ConcurrentHashMap<>();

    void add(FetchFeedback feedback) {
        @Nullable Instant started = feedback.getStartedAt();
        @Nullable String booking = feedback.getBookingId();
        @Nullable String fetcher = feedback.getFetcherId();
        if (started != null && booking != null && fetcher != null) {
            startsByOrigin
                    .computeIfAbsent(String.valueOf(feedback.getOriginKey()), origin -> new ConcurrentHashMap<>())
                    .putIfAbsent(booking, Micros.of(started));
        }
    }

    /** The starts of an origin in order of time. */
    long[] starts(String origin) {
        return startsByOrigin.getOrDefault(origin, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
    }
}

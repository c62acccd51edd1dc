package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.decorum.core.rate.Micros;
import org.decorum.fetch.FetchLoop;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.Fetcher;
import org.decorum.schema.CrawlRequest;
import org.decorum.stage.config.StageConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetchers that have far fewer places than all origins together would allow. Judged by shares, not by time. */
class FleetIT {

    private static final int ORIGINS = 80;
    private static final int URLS_PER_ORIGIN = 40;
    private static final int PLACES = 8;
    private static final long INTERVAL_MILLIS = 1_000;
    private static final long FETCH_MILLIS = 300;

    @TempDir
    Path directory;

    private final Map<String, LongAdder> fetched = new ConcurrentHashMap<>();

    @Test
    void aFleetThatIsTooSmallMissesFewAndServesAllAlike() {
        try (LiveKafka kafka = new LiveKafka(directory);
                StageRuntime stage = kafka.stage("a", Map.of(StageConfig.DEFAULT_INTERVAL_MS, INTERVAL_MILLIS));
                FetchLoop loop = loop(kafka)) {
            publish(kafka);
            until(loop, () -> fetched(loop) > 150);
            long fetchedBefore = fetched(loop);
            long missedBefore = missed(loop);
            until(loop, () -> fetched(loop) > fetchedBefore + 250);
            double missed = missed(loop) - missedBefore;
            assertThat(missed / (missed + fetched(loop) - fetchedBefore)).isLessThan(0.2);
            assertThat(fetched).hasSize(ORIGINS);
            assertThat(most()).isLessThanOrEqualTo(2 * least() + 2);

            assertThat(stage.ready()).isTrue();
        }
    }

    private FetchLoop loop(LiveKafka kafka) {
        Executor later = CompletableFuture.delayedExecutor(FETCH_MILLIS, TimeUnit.MILLISECONDS);
        Fetcher fetcher = (release, permit) -> {
            long startedMicros = Micros.of(Instant.now());
            fetched.computeIfAbsent(release.getOriginKey(), origin -> new LongAdder())
                    .increment();
            return CompletableFuture.supplyAsync(
                    () -> FetchResult.Fetched.of(200, startedMicros, Micros.of(Instant.now())), later);
        };
        return FetchLoop.builder()
                .kafka(kafka.client())
                .group("fleet")
                .inFlightMax(PLACES)
                .closeWait(Duration.ofSeconds(1))
                .fetcher(fetcher)
                .start();
    }

    private static void publish(LiveKafka kafka) {
        for (int url = 0; url < URLS_PER_ORIGIN; url++) {
            for (int origin = 0; origin < ORIGINS; origin++) {
                kafka.publish(CrawlRequest.newBuilder()
                        .setUrl("http://host" + origin + ".example/" + url)
                        .build());
            }
        }
        kafka.flush();
    }

    private void until(FetchLoop loop, BooleanSupplier condition) {
        Poll.until(
                Duration.ofSeconds(90),
                condition,
                () -> fetched(loop) + " fetched, " + missed(loop) + " missed, " + fetched.size() + " origins");
    }

    private static long fetched(FetchLoop loop) {
        return loop.counters().fetched();
    }

    private static long missed(FetchLoop loop) {
        return loop.counters().missed();
    }

    private long most() {
        return fetched.values().stream().mapToLong(LongAdder::sum).max().orElseThrow();
    }

    private long least() {
        return fetched.values().stream().mapToLong(LongAdder::sum).min().orElseThrow();
    }
}

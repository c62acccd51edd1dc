package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

    private final List<FetchLoop> loops = new ArrayList<>();
    private final Map<String, LongAdder> fetched = new ConcurrentHashMap<>();
    private long fetchedBefore;
    private long missedBefore;

    @Test
    void aFleetThatIsTooSmallMissesFewServesAllAndCatchesUpWithMorePlaces() {
        try (LiveKafka kafka = new LiveKafka(directory);
                StageRuntime stage = kafka.stage("a", Map.of(StageConfig.DEFAULT_INTERVAL_MS, INTERVAL_MILLIS))) {
            loops.add(loop(kafka, PLACES));
            publish(kafka);
            until(() -> fetched() > 150);
            count();
            until(() -> fetchedSince() > 250);
            assertThat(missedShare()).isLessThan(0.05);
            assertThat(fetched).hasSize(ORIGINS);
            assertThat(most()).isLessThanOrEqualTo(3 * least() + 2);

            long started = System.nanoTime();
            count();
            until(() -> fetchedSince() > 100);
            long slow = System.nanoTime() - started;
            loops.add(loop(kafka, 10 * PLACES));
            until(() -> loops.get(1).counters().fetched() > 200);
            count();
            started = System.nanoTime();
            until(() -> fetchedSince() > 200);
            assertThat(System.nanoTime() - started).as("for twice as many").isLessThan(slow * 4 / 3);
            assertThat(stage.ready()).isTrue();
        } finally {
            loops.forEach(FetchLoop::close);
        }
    }

    private FetchLoop loop(LiveKafka kafka, int places) {
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
                .inFlightMax(places)
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

    private void until(BooleanSupplier condition) {
        Poll.until(
                Duration.ofSeconds(90),
                condition,
                () -> fetched() + " fetched, " + missed() + " missed, " + fetched.size() + " origins");
    }

    private void count() {
        fetchedBefore = fetched();
        missedBefore = missed();
    }

    private long fetchedSince() {
        return fetched() - fetchedBefore;
    }

    private double missedShare() {
        double missed = missed() - missedBefore;
        return missed / (missed + fetchedSince());
    }

    private long fetched() {
        return loops.stream().mapToLong(loop -> loop.counters().fetched()).sum();
    }

    private long missed() {
        return loops.stream().mapToLong(loop -> loop.counters().missed()).sum();
    }

    private long most() {
        return fetched.values().stream().mapToLong(LongAdder::sum).max().orElseThrow();
    }

    private long least() {
        return fetched.values().stream().mapToLong(LongAdder::sum).min().orElseThrow();
    }
}

package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.decorum.core.rate.Slot;
import org.decorum.core.ssrf.CidrList;
import org.decorum.fetch.FetchLoop;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.RejectReason;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.sim.farm.Budget;
import org.decorum.stage.sim.farm.FarmReport;
import org.decorum.stage.sim.farm.FarmSettings;
import org.decorum.stage.sim.farm.OriginFarm;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl with everything real: broker, registry, stage, reference fetchers, HTTP origins with logs of their own. */
class CrawlIT {

    private static final int ORIGINS = 30;
    private static final int URLS = 300;
    private static final int FETCHERS = 2;
    private static final long INTERVAL_MICROS = 200_000;
    private static final long SLOW_MICROS = 600_000;

    @TempDir
    Path directory;

    private final List<AutoCloseable> fleet = new ArrayList<>();

    @Test
    void everyUrlEndsAndNoFloorIsBroken() throws Exception {
        try (LiveKafka kafka = new LiveKafka(directory);
                OriginFarm farm = OriginFarm.start(FarmSettings.friendly(7))) {
            IntStream.range(0, ORIGINS)
                    .filter(CrawlIT::isSlow)
                    .forEach(origin -> kafka.policy(host(origin), "{\"interval_micros\":" + SLOW_MICROS + "}"));
            kafka.flush();
            try (StageRuntime stage =
                            kafka.stage("a", Map.of(StageConfig.DEFAULT_INTERVAL_MS, INTERVAL_MICROS / 1_000));
                    CommittedTail<CrawlDecision> decisions = kafka.tail(TopicNames.DECISIONS, CrawlDecision.class);
                    CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class);
                    CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
                startFetchers(kafka, farm);
                int poison = publish(kafka);
                Set<String> concluded = new HashSet<>();
                Poll.until(
                        Duration.ofSeconds(60),
                        () -> {
                            decisions.next().stream()
                                    .filter(decision -> decision.getKind() == DecisionKind.CONCLUDED)
                                    .map(CrawlDecision::getRequestId)
                                    .filter(id -> !isRedirect(id))
                                    .forEach(concluded::add);
                            rejected.next();
                            releases.next();
                            return concluded.size() == URLS && rejected.values().size() == poison;
                        },
                        () -> concluded.size() + " fetched, "
                                + rejected.values().size() + " rejected");
                closeFetchers();
                Poll.until(Duration.ofSeconds(30), stage::ready, () -> "not ready: " + stage.complaints());
                assertThat(concluded).hasSize(URLS);
                assertThat(rejected.values())
                        .extracting(CrawlRejected::getReason)
                        .containsExactlyInAnyOrder(
                                RejectReason.UNREADABLE,
                                RejectReason.NULL_VALUE,
                                RejectReason.URL_UNUSABLE,
                                RejectReason.MISSING_FIELD,
                                RejectReason.SSRF_BLOCKED);
                assertReleasesInOrder(releases.records());
            }
            FarmReport report = FarmReport.of(farm.logs(), Function.identity(), CrawlIT::budget);
            assertThat(report.originsSeen()).isEqualTo(ORIGINS);
            assertThat(report.requests()).isGreaterThanOrEqualTo(URLS);
            assertThat(report.floorViolations()).as(report.table(ORIGINS)).isZero();
        } finally {
            closeFetchers();
        }
    }

    private static int publish(LiveKafka kafka) {
        for (int i = 0; i < URLS; i++) {
            String url = "http://" + host(i % ORIGINS) + "/page/" + i;
            switch (i % 3) {
                case 0 -> kafka.publish(CrawlRequest.newBuilder().setUrl(url).build());
                case 1 -> kafka.publish("{\"url\":\"" + url + "\",\"priority\":" + i % 10 + "}");
                default -> kafka.publish(url);
            }
        }
        kafka.publish(new byte[] {0, 0, 0, 99, 1, 2, 3});
        kafka.publish((byte[]) null);
        kafka.publish("http:///");
        kafka.publish("{\"priority\":1}");
        kafka.publish("http://127.0.0.1/admin");
        kafka.flush();
        return 5;
    }

    /** What a redirect leads to is a request of its own, named after the one that was redirected. */
    private static boolean isRedirect(String requestId) {
        return requestId.contains("/r");
    }

    private static void assertReleasesInOrder(List<ConsumerRecord<String, CrawlRelease>> releases) {
        Map<String, Set<Integer>> partitions = new HashMap<>();
        Map<String, CrawlRelease> last = new HashMap<>();
        for (ConsumerRecord<String, CrawlRelease> release : releases) {
            assertThat(release.key()).isEqualTo(release.value().getOriginKey());
            partitions.computeIfAbsent(release.key(), origin -> new HashSet<>()).add(release.partition());
            CrawlRelease before = last.put(release.key(), release.value());
            if (before != null) {
                long due = isSlow(release.key()) ? SLOW_MICROS : INTERVAL_MICROS;
                assertThat(release.value().getReleaseAt())
                        .isAfterOrEqualTo(before.getReleaseAt().plusNanos(1_000 * due));
            }
        }
        assertThat(partitions).hasSize(ORIGINS);
        assertThat(partitions.values()).allSatisfy(used -> assertThat(used).hasSize(1));
        assertThat(releases.stream()
                        .map(release -> release.value().getBookingId())
                        .collect(Collectors.toSet()))
                .as("bookings, which are unique an origin and nearly so over all")
                .hasSizeGreaterThan(URLS / 2);
    }

    private void startFetchers(LiveKafka kafka, OriginFarm farm) {
        for (int i = 0; i < FETCHERS; i++) {
            OkHttpFetcher http = OkHttpFetcher.builder()
                    .userAgent("Decorum test")
                    .allow(CidrList.parse("127.0.0.0/8"))
                    .route(url -> Optional.of(farm.address()))
                    .build();
            FetchLoop loop = FetchLoop.builder()
                    .kafka(kafka.client())
                    .fetcher(http)
                    .fetcherId("fetcher-" + i)
                    .start();
            fleet.add(loop);
            fleet.add(http);
        }
    }

    private void closeFetchers() throws Exception {
        for (AutoCloseable each : fleet) {
            each.close();
        }
        fleet.clear();
    }

    private static Budget budget(String origin) {
        long interval = isSlow(origin) ? SLOW_MICROS : INTERVAL_MICROS;
        return new Budget(interval, 1, Slot.widthFor(interval));
    }

    private static String host(int origin) {
        return String.format(Locale.ROOT, "origin-%02d.example", origin);
    }

    private static boolean isSlow(String host) {
        return isSlow(Integer.parseInt(host.substring("origin-".length(), host.indexOf('.'))));
    }

    private static boolean isSlow(int origin) {
        return origin % 5 == 0;
    }
}

package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two sites are led to one origin, and one of them back, while their URLs wait, are leased and arrive, on two stages of which
 * one goes away in between. Each URL is concluded once, and the floor of each site and origin holds throughout.
 */
class AliasMoveIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long INTERVAL_MICROS = 100_000;
    private static final int URLS_EACH = 60;
    private static final List<String> HOSTS = List.of("a.example", "b.example");
    private static final String GROUP = "g.example";

    @TempDir
    Path directory;

    private final Set<String> concluded = new HashSet<>();

    @Test
    void everyUrlIsConcludedOnceAndEveryFloorHolds() {
        try (LiveKafka kafka = new LiveKafka(directory);
                StageRuntime stays = stage(kafka, "stays");
                CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
                CommittedTail<CrawlDecision> decisions = kafka.tail(TopicNames.DECISIONS, CrawlDecision.class)) {
            try (StageRuntime goes = stage(kafka, "goes")) {
                publish(kafka, 0, URLS_EACH / 2);
                reportUntil(kafka, releases, decisions, () -> concluded.size() >= 10);
                HOSTS.forEach(host -> kafka.alias(host, GROUP));
                publish(kafka, URLS_EACH / 2, URLS_EACH);
                reportUntil(kafka, releases, decisions, () -> releasedBy(releases, GROUP) >= 20);
                assertThat(goes.ready()).isTrue();
            }
            kafka.alias(HOSTS.get(0), null);
            kafka.flush();
            reportUntil(kafka, releases, decisions, () -> concluded.size() == URLS_EACH * HOSTS.size());
            assertThat(stays.complaints()).isEmpty();
            judge(kafka, releases.values(), decisions.values());
        }
    }

    private void reportUntil(
            LiveKafka kafka,
            CommittedTail<CrawlRelease> releases,
            CommittedTail<CrawlDecision> decisions,
            BooleanSupplier condition) {
        Poll.until(
                PATIENCE,
                () -> {
                    releases.next().forEach(kafka::fetched);
                    for (CrawlDecision row : decisions.next()) {
                        if (row.getKind() == DecisionKind.CONCLUDED) {
                            assertThat(concluded.add(row.getRequestId()))
                                    .as("%s once", row)
                                    .isTrue();
                        }
                    }
                    return condition.getAsBoolean();
                },
                () -> concluded.size() + " concluded, " + releases.values().size() + " released");
    }

    private static void judge(LiveKafka kafka, List<CrawlRelease> releases, List<CrawlDecision> decisions) {
        try (CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class)) {
            assertThat(rejected.next()).isEmpty();
        }
        for (String host : HOSTS) {
            floorHolds(releases.stream()
                    .filter(release -> release.getSiteKey().equals(host))
                    .toList());
        }
        floorHolds(releases.stream()
                .filter(release -> release.getOriginKey().equals(GROUP))
                .toList());
        assertThat(decisions)
                .filteredOn(row -> row.getKind() == DecisionKind.LANE_TAKEN)
                .extracting(row -> row.getSiteKey() + " by " + row.getOriginKey())
                .contains("a.example by " + GROUP, "b.example by " + GROUP, "a.example by a.example");
        Comparator<CrawlRelease> byTime = Comparator.comparing(CrawlRelease::getReleaseAt);
        assertThat(releases.stream()
                        .filter(release -> release.getSiteKey().equals("a.example"))
                        .max(byTime))
                .hasValueSatisfying(last -> assertThat(last.getOriginKey()).isEqualTo("a.example"));
    }

    private static void floorHolds(List<CrawlRelease> releases) {
        List<Instant> starts = new ArrayList<>(
                releases.stream().map(CrawlRelease::getReleaseAt).sorted().toList());
        for (int i = 1; i < starts.size(); i++) {
            assertThat(starts.get(i))
                    .as("start %d of %s", i, releases.get(0).getSiteKey())
                    .isAfterOrEqualTo(starts.get(i - 1).plusNanos(1_000 * INTERVAL_MICROS));
        }
    }

    private static long releasedBy(CommittedTail<CrawlRelease> releases, String originKey) {
        return releases.values().stream()
                .filter(release -> release.getOriginKey().equals(originKey))
                .count();
    }

    private static StageRuntime stage(LiveKafka kafka, String stateDirectory) {
        return kafka.stage(stateDirectory, Map.of(StageConfig.DEFAULT_INTERVAL_MS, INTERVAL_MICROS / 1_000));
    }

    private static void publish(LiveKafka kafka, int from, int to) {
        for (int page = from; page < to; page++) {
            for (String host : HOSTS) {
                kafka.publish("http://" + host + "/" + page);
            }
        }
        kafka.flush();
    }
}

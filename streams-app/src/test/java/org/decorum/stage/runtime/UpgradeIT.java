package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.stage.sim.FrozenStores;
import org.decorum.stage.store.StoreNames;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Today's stage starts on the changelogs of the previous release, on a broker, and goes on. That release was killed months
 * ago: its leases have run out, its hold is over; {@code FrozenStoresTest} holds the times against it.
 */
class UpgradeIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    void todaysStageGoesOnWithWhatThePreviousReleaseLeft() {
        try (LiveKafka kafka = new LiveKafka(directory)) {
            FrozenStores.POLICIES.forEach(kafka::policy);
            List<FrozenStores> rows = FrozenStores.read(FrozenStores.NEWEST, kafka.registry());
            writeChangelogs(kafka, rows);
            Set<String> expected = rows.stream()
                    .filter(row -> row.store().equals(StoreNames.BACKLOG))
                    .map(UpgradeIT::originOf)
                    .collect(Collectors.toCollection(HashSet::new));
            long requests = rows.stream()
                    .filter(row -> !row.store().equals(StoreNames.ORIGINS))
                    .count();
            try (StageRuntime stage = kafka.stage("new", Map.of());
                    CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
                Poll.until(
                        PATIENCE,
                        () -> {
                            releases.next().forEach(kafka::fetched);
                            // One of them may not start before the year 2100.
                            return urls(releases).size() == requests - 1;
                        },
                        () -> urls(releases).size() + " of " + requests + " released");
                assertThat(releases.values())
                        .extracting(CrawlRelease::getOriginKey)
                        .containsAll(expected);
                assertThat(ordered(releases, "waiting.example"))
                        .as("what waited; its leases run out meanwhile")
                        .containsSubsequence("7-b", "6-a", "6-b", "5-a", "5-b", "4-b");
                assertThat(attempts(releases, "leased.example"))
                        .as("leases that ran out, before what waited")
                        .startsWith(2, 2, 2)
                        .endsWith(1);
                assertThat(urls(releases)).doesNotContain("http://later.example/2100");
                assertThat(stage.live()).isTrue();
            }
            try (CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class)) {
                assertThat(rejected.next()).isEmpty();
            }
        }
    }

    @Test
    void aStageThatIsOlderThanItsStateStopsAndReleasesNothing() {
        try (LiveKafka kafka = new LiveKafka(directory)) {
            List<FrozenStores> rows = FrozenStores.read(FrozenStores.NEWEST, kafka.registry()).stream()
                    .map(UpgradeIT::ofALaterRelease)
                    .toList();
            writeChangelogs(kafka, rows);
            try (StageRuntime stage = kafka.start("old", Map.of());
                    CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class)) {
                Poll.until(PATIENCE, () -> !stage.live(), () -> "still alive: " + stage.complaints());
                assertThat(releases.next()).isEmpty();
            }
        }
    }

    private static void writeChangelogs(LiveKafka kafka, List<FrozenStores> rows) {
        for (String store : List.of(StoreNames.ORIGINS, StoreNames.BACKLOG, StoreNames.DEFERRED)) {
            kafka.createCompacted(changelog(store));
        }
        for (FrozenStores row : rows) {
            int partition = Utils.toPositive(Utils.murmur2(originOf(row).getBytes(StandardCharsets.UTF_8)))
                    % LiveKafka.PARTITIONS;
            kafka.send(new ProducerRecord<>(changelog(row.store()), partition, row.key(), row.value()));
        }
        kafka.flush();
    }

    private static String changelog(String store) {
        return "decorum-" + store + "-changelog";
    }

    /** The keys of all stores begin with the origin's, in the others a zero byte follows. */
    private static String originOf(FrozenStores row) {
        int length = 0;
        while (length < row.key().length && row.key()[length] != 0) {
            length++;
        }
        return new String(row.key(), 0, length, StandardCharsets.UTF_8);
    }

    private static FrozenStores ofALaterRelease(FrozenStores row) {
        byte[] value = row.value().clone();
        if (row.store().equals(StoreNames.ORIGINS)) {
            value[0] = Byte.MAX_VALUE;
        }
        return new FrozenStores(row.store(), row.key(), value);
    }

    private static Set<String> urls(CommittedTail<CrawlRelease> releases) {
        return releases.values().stream().map(CrawlRelease::getUrl).collect(Collectors.toSet());
    }

    private static List<String> ordered(CommittedTail<CrawlRelease> releases, String originKey) {
        return releases.values().stream()
                .filter(release -> release.getOriginKey().equals(originKey))
                .map(release -> Path.of(release.getUrl()).getFileName().toString())
                .toList();
    }

    private static List<Integer> attempts(CommittedTail<CrawlRelease> releases, String originKey) {
        return releases.values().stream()
                .filter(release -> release.getOriginKey().equals(originKey))
                .map(CrawlRelease::getAttempt)
                .toList();
    }
}

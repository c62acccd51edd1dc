package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.stage.topology.TopicNames;

/**
 * A crawl that goes on while a test makes trouble: every release that can be read is answered at once, and in the end
 * every URL must have been released once and concluded once, no origin ahead of its floor.
 */
final class LiveCrawl implements AutoCloseable {

    private final LiveKafka kafka;
    private final int origins;
    private final CommittedTail<CrawlRelease> releases;
    private final CommittedTail<CrawlDecision> decisions;
    private final CommittedTail<CrawlRejected> rejected;
    private final List<String> concluded = new ArrayList<>();
    private int published;

    LiveCrawl(LiveKafka kafka, int origins) {
        this.kafka = kafka;
        this.origins = origins;
        this.releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
        this.decisions = kafka.tail(TopicNames.DECISIONS, CrawlDecision.class);
        this.rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class);
    }

    /** So many more URLs of each origin. */
    void publish(int each) {
        for (int i = 0; i < each; i++) {
            for (int origin = 0; origin < origins; origin++) {
                kafka.publish("http://origin-" + origin + ".example/" + published);
            }
            published++;
        }
    }

    int released() {
        return releases.values().size();
    }

    boolean isDone() {
        return concluded.size() >= origins * published;
    }

    /** Reads and answers until the condition holds. */
    void until(Duration atMost, BooleanSupplier condition, java.util.function.Supplier<String> state) {
        Poll.until(
                atMost,
                () -> {
                    work();
                    return condition.getAsBoolean();
                },
                () -> released() + " released, " + concluded.size() + " of " + origins * published + " concluded; "
                        + state.get());
    }

    private void work() {
        for (CrawlDecision decision : decisions.next()) {
            if (decision.getKind() == DecisionKind.CONCLUDED) {
                concluded.add(decision.getRequestId());
            }
        }
        releases.next().forEach(kafka::fetched);
    }

    /** Nothing lost, nothing doubled, no floor broken. */
    void judge() {
        work();
        assertThat(rejected.next()).isEmpty();
        assertThat(concluded).doesNotHaveDuplicates().hasSize(origins * published);
        Map<String, List<CrawlRelease>> byOrigin = new HashMap<>();
        Set<String> urls = new HashSet<>();
        for (ConsumerRecord<String, CrawlRelease> release : releases.records()) {
            assertThat(urls.add(release.value().getUrl()))
                    .as("released once: %s", release)
                    .isTrue();
            byOrigin.computeIfAbsent(release.key(), origin -> new ArrayList<>()).add(release.value());
        }
        assertThat(urls).hasSize(origins * published);
        byOrigin.forEach((origin, inOrder) -> {
            for (int i = 1; i < inOrder.size(); i++) {
                CrawlRelease before = inOrder.get(i - 1);
                assertThat(inOrder.get(i).getReleaseAt())
                        .as("%s after %s", inOrder.get(i), before)
                        .isAfterOrEqualTo(before.getReleaseAt().plusNanos(1_000 * before.getMinGapMicros()));
            }
        });
    }

    @Override
    public void close() {
        releases.close();
        decisions.close();
        rejected.close();
    }
}

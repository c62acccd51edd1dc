package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.fetch.Samples.ORIGIN;
import static org.decorum.fetch.Samples.RELEASES;
import static org.decorum.fetch.Samples.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.junit.jupiter.api.Test;

class ReleaseReaderTest {

    private static final long T0 = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final long WIDTH = 250_000;

    private final VirtualClock clock = new VirtualClock(T0);
    private final Map<TopicPartition, OffsetAndTimestamp> recentOffsets = new HashMap<>();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest") {
        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> since) {
            assertThat(since).isEqualTo(Map.of(RELEASES, T0 / 1_000 - 60_000));
            return recentOffsets;
        }
    };
    private final MockProducer<String, SpecificRecord> producer =
            new MockProducer<>(false, null, new StringSerializer(), (topic, report) -> new byte[0]);
    private final Map<String, CrawlRelease> releasesByValue = new HashMap<>();
    private final HoldTable holds = new HoldTable(3_600 * SECOND, clock);
    private final OffsetTracker offsets = new OffsetTracker();
    private final FetchStats stats = new FetchStats();
    private final List<Throwable> failures = new ArrayList<>();
    private final RecordingFetcher fetcher = new RecordingFetcher(clock, 0);
    private final FeedbackSender feedback =
            new FeedbackSender(producer, settings(1_000), offsets, stats, failures::add);
    private final StartQueue queue = new StartQueue(fetcher, new StartGate(holds), clock, stats, 100, feedback::send);
    private final ReleaseReader reader = reader(1_000);
    private long nextOffset;
    private boolean registryDown;

    @Test
    void nothingIsReadBeforeTheHoldsAreKnown() {
        reader.pollOnce();
        assertThat(consumer.subscription()).isEmpty();

        holds.completeAt(clock.nowMicros());
        reader.pollOnce();
        assertThat(consumer.subscription()).containsExactly("crawl.release");
    }

    @Test
    void aGroupWithoutAPositionBeginsWithRecentReleases() {
        nextOffset = 1_000;
        recentOffsets.put(RELEASES, new OffsetAndTimestamp(990, T0 / 1_000));
        assign();

        assertThat(consumer.position(RELEASES)).isEqualTo(990);
    }

    @Test
    void aGroupWithoutAPositionBeginsAtTheEndWhereNothingIsRecent() {
        nextOffset = 1_000;
        assign();

        assertThat(consumer.position(RELEASES)).isEqualTo(1_000);
    }

    @Test
    void anOffsetIsCommittedOnlyOnceItsFeedbackIsAcknowledged() {
        assign();
        add(release(1, ORIGIN, T0, WIDTH, SECOND));
        turn();
        assertThat(fetcher.started).containsExactly("booking-1");
        assertThat(committed()).isZero();

        fetcher.answerAll(200);
        feedback.sendQueued();
        turn();
        assertThat(producer.history()).hasSize(1);
        assertThat(committed()).as("sent, not acknowledged").isZero();

        producer.completeNext();
        turn();
        assertThat(committed()).isEqualTo(1);
    }

    @Test
    void aSlowFetchHoldsBackThePositionButNotTheFetchesAfterIt() {
        assign();
        add(release(1, "slow.example", T0, WIDTH, SECOND));
        add(release(2, "fast.example", T0, WIDTH, SECOND));
        turn();
        fetcher.answer("booking-2", FetchResult.Fetched.of(200, T0, T0));
        feedback.sendQueued();
        producer.completeNext();
        turn();

        assertThat(producer.history())
                .extracting(record -> ((FetchFeedback) record.value()).getBookingId())
                .containsExactly("booking-2");
        assertThat(committed()).isZero();
    }

    @Test
    void feedbackIsKeyedByOrigin() {
        assign();
        add(release(1, ORIGIN, T0, WIDTH, SECOND));
        turn();
        fetcher.answerAll(404);
        feedback.sendQueued();

        assertThat(producer.history().get(0).key()).isEqualTo(ORIGIN);
        assertThat(producer.history().get(0).topic()).isEqualTo("crawl.feedback");
        assertThat(report(0).getStatus()).isEqualTo(404);
    }

    @Test
    void aReleaseReadAgainAfterItsSlotIsReportedMissed() {
        assign();
        add(release(1, ORIGIN, T0 - SECOND, WIDTH, SECOND));
        turn();

        assertThat(fetcher.started).isEmpty();
        assertThat(outcome(0)).isEqualTo(FetchOutcome.MISSED_SLOT);
        producer.completeNext();
        turn();
        assertThat(committed()).isEqualTo(1);
    }

    @Test
    void anUnreadableReleaseIsCountedAndSteppedOver() {
        assign();
        addRaw("garbage");
        add(release(1, ORIGIN, T0, WIDTH, SECOND));
        turn();
        fetcher.answerAll(200);
        feedback.sendQueued();
        producer.completeNext();
        turn();

        assertThat(stats.unreadable()).isEqualTo(1);
        assertThat(stats.fetched()).isEqualTo(1);
        assertThat(committed()).isEqualTo(2);
    }

    @Test
    void aReleaseWhoseSchemaCannotBeAskedForIsReadAgainAndNotCommittedPast() {
        assign();
        add(release(1, "a.example", T0, SECOND, SECOND));
        turn();
        fetcher.answerAll(200);
        feedback.sendQueued();
        producer.completeNext();
        registryDown = true;
        add(release(2, "b.example", T0, SECOND, SECOND));
        add(release(3, "c.example", T0, SECOND, SECOND));
        turn();
        assertThat(stats.unreadable()).isZero();
        assertThat(consumer.position(RELEASES)).isEqualTo(1);
        assertThat(committed()).isEqualTo(1);

        registryDown = false;
        nextOffset = 1; // the mock drops what it has handed out
        add(release(2, "b.example", T0, SECOND, SECOND));
        add(release(3, "c.example", T0, SECOND, SECOND));
        turn();
        assertThat(fetcher.started).containsExactly("booking-1", "booking-2", "booking-3");
        assertThat(committed()).as("two are on their way").isEqualTo(1);
    }

    @Test
    void revokedReleasesAreReportedMissedAndNotLeftToTheNextOwner() {
        assign();
        add(release(1, "running.example", T0, WIDTH, SECOND));
        add(release(2, "waiting.example", T0 + SECOND, WIDTH, SECOND));
        turn();
        consumer.rebalance(Set.of());
        feedback.sendQueued();

        assertThat(producer.history()).hasSize(1);
        assertThat(report(0).getBookingId()).isEqualTo("booking-2");
        assertThat(report(0).getError()).isEqualTo("revoked");
        consumer.rebalance(Set.of(RELEASES)); // the mock shows positions of its own partitions only
        assertThat(committed())
                .as("the running one too: it must not start again")
                .isEqualTo(2);
        clock.advance(2 * SECOND);
        queue.step();
        assertThat(fetcher.started).containsExactly("booking-1");
    }

    @Test
    void aRunningFetchOfARevokedPartitionIsStillReported() {
        assign();
        add(release(1, ORIGIN, T0, WIDTH, SECOND));
        turn();
        consumer.rebalance(Set.of());
        feedback.sendQueued();
        fetcher.answerAll(200);
        feedback.sendQueued();

        assertThat(outcome(0)).isEqualTo(FetchOutcome.FETCHED);
        assertThat(offsets.open()).isZero();
    }

    @Test
    void closingReportsWhatWaitsAndCommitsAll() {
        assign();
        add(release(1, ORIGIN, T0 + SECOND, WIDTH, SECOND));
        turn();
        reader.close();
        feedback.sendQueued();

        assertThat(report(0).getError()).isEqualTo("closing");
        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void readingPausesWhileTooManyReleasesAreOpen() {
        ReleaseReader tight = reader(100);
        assign(tight);
        for (int i = 0; i < 100; i++) {
            add(release(i, "o" + i + ".example", T0, WIDTH, SECOND));
        }
        tight.pollOnce();
        queue.step();
        tight.pollOnce();
        assertThat(consumer.paused()).containsExactly(RELEASES);

        fetcher.answerAll(200);
        feedback.sendQueued();
        for (int i = 0; i < 50; i++) {
            producer.completeNext();
        }
        tight.pollOnce();
        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void feedbackThatKafkaRefusesForGoodIsAFailure() {
        assign();
        add(release(1, ORIGIN, T0, WIDTH, SECOND));
        turn();
        fetcher.answerAll(200);
        feedback.sendQueued();
        producer.errorNext(new AuthorizationException("no write access"));

        assertThat(failures).singleElement().isInstanceOf(AuthorizationException.class);
    }

    @Test
    void feedbackThatKafkaDoesNotTakeNowIsSentAgain() {
        assign();
        add(release(1, ORIGIN, T0, WIDTH, SECOND));
        turn();
        fetcher.answerAll(200);
        feedback.sendQueued();
        producer.errorNext(new TimeoutException("no broker"));
        turn();
        assertThat(committed()).isZero();
        assertThat(producer.history()).hasSize(2);

        producer.completeNext();
        turn();
        assertThat(committed()).isEqualTo(1);
        assertThat(failures).isEmpty();
    }

    @Test
    void whatARedirectLeadsToIsPublishedBeforeTheFeedbackThatEndsItsRequest() {
        assign();
        add(release(1, ORIGIN, T0, WIDTH, SECOND));
        turn();
        fetcher.answer("booking-1", Samples.redirect("/elsewhere"));
        feedback.sendQueued();
        assertThat(producer.history()).as("no feedback yet").hasSize(1);
        assertThat(producer.history().get(0).topic()).isEqualTo("crawl.requests");
        assertThat(((CrawlRequest) producer.history().get(0).value()).getUrl())
                .isEqualTo("https://example.org/elsewhere");

        producer.errorNext(new TimeoutException("no broker"));
        turn();
        assertThat(producer.history()).as("published again").hasSize(2);
        assertThat(stats.redirected()).isZero();

        producer.completeNext();
        turn();
        assertThat(report(2).getOutcome()).isEqualTo(FetchOutcome.FETCHED);
        assertThat(report(2).getError()).isEqualTo("redirect to https://example.org/elsewhere as request request-1/r1");
        assertThat(committed()).as("not acknowledged").isZero();
        producer.completeNext();
        turn();
        assertThat(committed()).isEqualTo(1);
        assertThat(stats.redirected()).isEqualTo(1);
    }

    @Test
    void aRedirectThatIsTooLargeForKafkaIsReportedAndHoldsNothingUp() {
        assign();
        add(release(1, ORIGIN, T0, WIDTH, SECOND));
        turn();
        fetcher.answer("booking-1", Samples.redirect("/elsewhere"));
        feedback.sendQueued();
        producer.errorNext(new RecordTooLargeException("1 MB"));
        turn();

        assertThat(report(1).getError()).startsWith("redirect not published: 1 MB");
        assertThat(stats.redirected()).isZero();
    }

    private ReleaseReader reader(int openMax) {
        Deserializer<CrawlRelease> deserializer = (topic, value) -> {
            if (registryDown) {
                throw new RegistryUnavailableException("registry down", new IOException());
            }
            CrawlRelease release = releasesByValue.get(new String(value, StandardCharsets.UTF_8));
            if (release == null) {
                throw new IllegalArgumentException("not a release");
            }
            return release;
        };
        FetchChannels channels = new FetchChannels(
                consumer,
                deserializer,
                new MockConsumer<>("earliest"),
                (topic, value) -> Samples.hold("", 0, 0),
                producer);
        return new ReleaseReader(settings(openMax), channels, holds, queue, feedback, offsets, stats, clock);
    }

    private static FetchSettings settings(int openMax) {
        return new FetchSettings(
                FetchTopics.DEFAULT, "me", 100, openMax, 10, Duration.ofSeconds(3), Duration.ofSeconds(1));
    }

    private void assign() {
        assign(reader);
    }

    private void assign(ReleaseReader by) {
        holds.completeAt(T0);
        consumer.updateBeginningOffsets(Map.of(RELEASES, 0L));
        consumer.updateEndOffsets(Map.of(RELEASES, nextOffset));
        consumer.schedulePollTask(() -> consumer.rebalance(Set.of(RELEASES)));
        by.pollOnce();
    }

    private void add(CrawlRelease release) {
        releasesByValue.put(release.getBookingId(), release);
        addRaw(release.getBookingId());
    }

    private void addRaw(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        consumer.addRecord(new ConsumerRecord<>(RELEASES.topic(), RELEASES.partition(), nextOffset++, null, bytes));
    }

    private void turn() {
        clock.advance(201_000);
        reader.pollOnce();
        queue.step();
        feedback.sendQueued();
    }

    private long committed() {
        OffsetAndMetadata position = consumer.committed(Set.of(RELEASES)).get(RELEASES);
        return position == null ? 0 : position.offset();
    }

    private FetchFeedback report(int index) {
        return (FetchFeedback) producer.history().get(index).value();
    }

    private FetchOutcome outcome(int index) {
        return report(index).getOutcome();
    }
}

package org.decorum.stage.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaDefaultsTest {

    @Test
    void whatTheUserSetsWins() {
        Properties settings = KafkaDefaults.under(Map.of(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                100,
                StreamsConfig.APPLICATION_ID_CONFIG,
                "mine",
                "bootstrap.servers",
                "somewhere:9092"));
        assertThat(settings)
                .containsEntry(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100)
                .containsEntry(StreamsConfig.APPLICATION_ID_CONFIG, "mine")
                .containsEntry("bootstrap.servers", "somewhere:9092")
                .containsEntry(StreamsConfig.POLL_MS_CONFIG, 5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"main.consumer.max.poll.records", "consumer.max.poll.records", "max.poll.records"})
    void soItDoesForTheConsumerUnderEachOfKafkasNames(String name) {
        assertThat(with(name, 77).getMainConsumerConfigs("group", "client", 0))
                .containsEntry(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 77)
                .containsEntry(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 256 << 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"producer.linger.ms", "linger.ms"})
    void andForTheProducer(String name) {
        assertThat(with(name, 77).getProducerConfigs("producer")).containsEntry(ProducerConfig.LINGER_MS_CONFIG, 77);
    }

    /** A file of settings that is shared with fetchers would have URLs skipped, or the largest be too large. */
    @Test
    void whatKeepsAPromiseIsOnlyChangedUnderItsOwnName() {
        assertThat(with("auto.offset.reset", "latest").getMainConsumerConfigs("group", "client", 0))
                .containsEntry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        assertThat(with("max.request.size", 1 << 20).getProducerConfigs("producer"))
                .containsEntry(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 << 20);
        assertThat(with("consumer.auto.offset.reset", "latest").getMainConsumerConfigs("group", "client", 0))
                .containsEntry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
    }

    @Test
    void releasesAreExactlyOnceUnlessTheUserWantsOtherwise() {
        assertThat(defaults().getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG))
                .isEqualTo(StreamsConfig.EXACTLY_ONCE_V2);
    }

    @Test
    void aDeadInstancesTransactionEndsBeforeItsSessionDoes() {
        Map<String, Object> producer = defaults().getProducerConfigs("producer");
        Map<String, Object> consumer = defaults().getMainConsumerConfigs("group", "client", 0);
        int transaction = (int) number(producer.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG));
        int session = (int) number(consumer.get(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG));
        int heartbeat = (int) number(consumer.get(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG));
        assertThat(transaction).isLessThanOrEqualTo(session);
        assertThat(3 * heartbeat).isLessThanOrEqualTo(session);
        assertThat(number(defaults().originals().get(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)))
                .isLessThan(transaction);
    }

    @Test
    void aUrlThatWasPublishedBeforeTheStageFirstRanIsRead() {
        assertThat(defaults().getMainConsumerConfigs("group", "client", 0))
                .containsEntry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    }

    @Test
    void aRecordThatTheRequestsTopicTakesCanBePassedOn() {
        assertThat(number(defaults().getProducerConfigs("producer").get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG)))
                .isGreaterThanOrEqualTo(2 << 20);
    }

    private static long number(@Nullable Object value) {
        return Long.parseLong(String.valueOf(value));
    }

    private static StreamsConfig with(String name, Object value) {
        return new StreamsConfig(KafkaDefaults.under(Map.of("bootstrap.servers", "localhost:1", name, value)));
    }

    private static StreamsConfig defaults() {
        return new StreamsConfig(KafkaDefaults.under(Map.of("bootstrap.servers", "localhost:1")));
    }
}

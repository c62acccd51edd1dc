package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.decorum.stage.topology.FencedClients;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An instance that was frozen while others took over what it owned, and wakes with nothing read. */
class FencedClientsIT {

    private static final String GROUP = "stage";

    @TempDir
    Path directory;

    @Test
    void whatTicksAloneReleasedIsCommittedByAMemberOfTheGroupOnly() {
        try (LiveKafka kafka = new LiveKafka(directory);
                Consumer<byte[], byte[]> member = member(kafka);
                Producer<byte[], byte[]> producer = producer(kafka)) {
            ConsumerGroupMetadata present = member.groupMetadata();
            producer.initTransactions();
            release(producer);
            assertThatCode(() -> producer.sendOffsetsToTransaction(Map.of(), present))
                    .doesNotThrowAnyException();
            producer.commitTransaction();

            ConsumerGroupMetadata past =
                    new ConsumerGroupMetadata(GROUP, present.generationId() - 1, present.memberId(), Optional.empty());
            release(producer);
            assertThatThrownBy(() -> producer.sendOffsetsToTransaction(Map.of(), past))
                    .isInstanceOf(CommitFailedException.class);
            producer.abortTransaction();
        }
    }

    private static void release(Producer<byte[], byte[]> producer) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(TopicNames.RELEASE, new byte[] {1}));
    }

    private static Consumer<byte[], byte[]> member(LiveKafka kafka) {
        Map<String, Object> settings = kafka.client();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
        Consumer<byte[], byte[]> member =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        member.subscribe(List.of(TopicNames.REQUESTS));
        Poll.until(
                Duration.ofSeconds(60),
                () -> {
                    member.poll(Duration.ofMillis(50));
                    return !member.assignment().isEmpty();
                },
                () -> "no partition was assigned");
        return member;
    }

    private static Producer<byte[], byte[]> producer(LiveKafka kafka) {
        Map<String, Object> settings = kafka.client();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "stage-1");
        return new FencedClients().getProducer(settings);
    }
}

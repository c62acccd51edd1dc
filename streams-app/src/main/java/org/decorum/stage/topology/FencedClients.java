package org.decorum.stage.topology;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * Kafka's clients, whose producer lets the group look at each transaction. With exactly-once it is the offsets in a
 * transaction by which the group tells an instance that it has given up: one that was frozen and wakes. A transaction of
 * ticks alone has none, and would be committed after another instance has taken the origins over: both would release. So
 * it commits an offset that nobody reads, of {@value TopicNames#GENERATIONS}.
 */
public final class FencedClients extends DefaultKafkaClientSupplier {

    private static final TopicPartition NOBODY_READS = new TopicPartition(TopicNames.GENERATIONS, 0);

    /** Whether an offset is only there for the group to look at. */
    public static boolean isNobodys(TopicPartition partition) {
        return partition.equals(NOBODY_READS);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new FencedProducer(config);
    }

    private static final class FencedProducer extends KafkaProducer<byte[], byte[]> {

        FencedProducer(Map<String, Object> config) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public void sendOffsetsToTransaction(
                Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
            super.sendOffsetsToTransaction(
                    offsets.isEmpty() ? Map.of(NOBODY_READS, new OffsetAndMetadata(0)) : offsets, group);
        }
    }
}

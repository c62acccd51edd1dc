package org.decorum.stage.reshard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.store.BacklogKey;
import org.junit.jupiter.api.Test;

class KeyedTopicTest {

    /** An origin's state and backlog must be where Kafka Streams sends what concerns it. */
    @Test
    void allThatConcernsAnOriginIsWhereKafkaSendsItsRecords() {
        for (String origin : List.of("a.example", "b.example", "xn--bcher-kva.example", "s3:bücket", "x", "1.2.3.4")) {
            byte[] key = origin.getBytes(StandardCharsets.UTF_8);
            byte[] inStore = bytes(new BacklogKey(origin, 1L << 50, 7));
            for (int shards : new int[] {1, 2, 4, 7, 16, 10_000}) {
                int expected = BuiltInPartitioner.partitionForKey(key, shards);
                for (KeyedTopic topic : KeyedTopic.values()) {
                    boolean isQueue = topic == KeyedTopic.BACKLOG || topic == KeyedTopic.DEFERRED;
                    assertThat(topic.shardOf(isQueue ? inStore : key, shards))
                            .as("%s in %s of %d", origin, topic, shards)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void topicsAreNamedAsKafkaStreamsNamesThem() {
        Generation second = new Generation("decorum", 2, 3);
        assertThat(KeyedTopic.BACKLOG.of(second)).isEqualTo("decorum-g2-backlog-changelog");
        assertThat(KeyedTopic.MOVES.of(Generation.first("mine", 3))).isEqualTo("mine-moves-by-origin-repartition");
        assertThat(KeyedTopic.allPartitions(second))
                .hasSize(18)
                .contains(new TopicPartition("decorum-g2-origins-changelog", 2));
        assertThat(KeyedTopic.called("decorum-g2-deferred-changelog", second)).isEqualTo(KeyedTopic.DEFERRED);
    }

    private static byte[] bytes(BacklogKey key) {
        try (Serde<BacklogKey> serde = BacklogKey.serde()) {
            return serde.serializer().serialize("any", key);
        }
    }
}

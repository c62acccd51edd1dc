package org.decorum.stage.reshard;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyDescription;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.store.BacklogKey;
import org.decorum.stage.topology.StageTopology;
import org.decorum.wire.registry.SchemaRegistries;
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
        assertThat(KeyedTopic.byName(second))
                .hasSize(6)
                .containsEntry("decorum-g2-deferred-changelog", KeyedTopic.DEFERRED);
    }

    /** A store or a repartition topic that is not copied would be lost. */
    @Test
    void allThatKafkaStreamsKeepsForAShardIsCopied() {
        StageConfig config = new StageConfig(Map.of(
                StageConfig.SCHEMA_REGISTRY_URL,
                "mock://unused",
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                "unused:9092"));
        TopologyDescription topology = new StageTopology(
                        config,
                        SchemaRegistries.of("mock://" + UUID.randomUUID()),
                        new MicrometerStageMeters(new SimpleMeterRegistry()))
                .build()
                .describe();
        Set<String> kept = new TreeSet<>();
        topology.subtopologies().stream().flatMap(part -> part.nodes().stream()).forEach(node -> {
            if (node instanceof TopologyDescription.Processor processor) {
                processor.stores().forEach(store -> kept.add(store + "-changelog"));
            } else if (node instanceof TopologyDescription.Source source) {
                source.topicSet().stream()
                        .filter(topic -> topic.endsWith("-repartition"))
                        .forEach(kept::add);
            }
        });
        Generation generation = Generation.first("decorum", 1);
        assertThat(Stream.of(KeyedTopic.values()).map(topic -> topic.of(generation)))
                .containsExactlyInAnyOrderElementsOf(
                        kept.stream().map(name -> "decorum-" + name).toList());
    }

    private static byte[] bytes(BacklogKey key) {
        try (Serde<BacklogKey> serde = BacklogKey.serde()) {
            return serde.serializer().serialize("any", key);
        }
    }
}

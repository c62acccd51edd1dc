package org.decorum.stage.reshard;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.processor.NodeNames;
import org.decorum.stage.store.BacklogKey;
import org.decorum.stage.store.StoreNames;

/** The topics of Kafka Streams that have a partition for each shard: all that a generation knows and has not done yet. */
enum KeyedTopic {
    ORIGINS(StoreNames.ORIGINS, "-changelog", "%,d origins"),
    BACKLOG(StoreNames.BACKLOG, "-changelog", "%,d URLs held or leased"),
    DEFERRED(StoreNames.DEFERRED, "-changelog", "%,d deferred"),
    REQUESTS(NodeNames.REQUESTS_BY_ORIGIN, "-repartition", "%,d on their way in"),
    FEEDBACK(NodeNames.FEEDBACK_BY_ORIGIN, "-repartition", "%,d reports"),
    MOVES(NodeNames.MOVES_BY_ORIGIN, "-repartition", "%,d moves");

    private final String name;
    private final String suffix;
    private final String words;

    KeyedTopic(String name, String suffix, String words) {
        this.name = name;
        this.suffix = suffix;
        this.words = words;
    }

    /** So many of its records count. */
    String sentence(long records) {
        return String.format(Locale.ROOT, words, records);
    }

    /** Whether the last record of a key is what counts; else each record does. */
    boolean isState() {
        return this == ORIGINS || this == BACKLOG || this == DEFERRED;
    }

    String of(Generation generation) {
        return generation.applicationId() + "-" + name + suffix;
    }

    /** Its partitions, one a shard. */
    List<TopicPartition> partitions(Generation generation) {
        return Stream.iterate(0, shard -> shard + 1)
                .limit(generation.shards())
                .map(shard -> new TopicPartition(of(generation), shard))
                .toList();
    }

    /** All partitions of a generation. */
    static List<TopicPartition> allPartitions(Generation generation) {
        return Stream.of(values())
                .flatMap(topic -> topic.partitions(generation).stream())
                .toList();
    }

    /** Those of a generation, by their names. */
    static Map<String, KeyedTopic> byName(Generation generation) {
        return Stream.of(values()).collect(Collectors.toMap(topic -> topic.of(generation), Function.identity()));
    }

    /** The bytes of the origin key that a record of this topic is about. */
    byte[] originOf(byte[] key) {
        return this == BACKLOG || this == DEFERRED ? BacklogKey.originOf(key) : key;
    }

    /** The shard that owns the origin of a key: as Kafka's producer partitions, and so as Kafka Streams does. */
    int shardOf(byte[] key, int shards) {
        return Utils.toPositive(Utils.murmur2(originOf(key))) % shards;
    }
}

package org.decorum.stage.config;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * What the stage asks of Kafka Streams unless the user asks for something else. Why each differs from Kafka's own
 * default stands beside it.
 */
public final class KafkaDefaults {

    private static final Map<String, Object> DEFAULTS = Map.ofEntries(
            Map.entry(StreamsConfig.APPLICATION_ID_CONFIG, "decorum"),
            // A release and the state that paid for it are committed together, or not at all.
            Map.entry(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2),
            // A release is readable after the commit. 10 ms is slower: commits crowd out work.
            Map.entry(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 50),
            // Timers wait for a poll to return.
            Map.entry(StreamsConfig.POLL_MS_CONFIG, 5),
            // With keys that rarely repeat a cache costs more than it saves.
            Map.entry(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0),
            // Else each record of a task is looked for in all of its inputs, and what Kafka would log of that is put
            // into words, logged or not: 7 % of the stage's time. Of what has come, feedback still goes first.
            Map.entry(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1L),
            Map.entry(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true),
            Map.entry(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG, true),
            Map.entry(StreamsConfig.TASK_TIMEOUT_MS_CONFIG, 60_000),
            // Whoever takes over has the stores already. An instance that is alone has none, at no cost.
            Map.entry(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1),
            // An instance that was away gets its share back once it has caught up; this is how often somebody looks.
            Map.entry(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000),
            // Nobody reads before the commit, which waits for nothing: fewer, larger batches cost brokers less.
            Map.entry(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 10),
            // A dead instance's open transaction blocks its successor until it times out.
            Map.entry(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 5_000),
            Map.entry(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), 2 << 20),
            Map.entry(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 6_000),
            // The others hear with their next heartbeat that an instance has left or come.
            Map.entry(StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 500),
            Map.entry(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 500),
            // What was fetched of one partition is worked off before what comes next of another: feedback waits behind
            // no more than this of each partition of requests, however long the stage was away. With 128 KiB, less than
            // a poll takes, a URL costs a quarter more.
            Map.entry(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), 256 << 10),
            // Policies and aliases are loaded one partition after another, and each waits for the last fetch of the one
            // before.
            Map.entry(StreamsConfig.globalConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG), 50),
            // A file of aliases is written in one transaction, and counts as a whole or not at all.
            Map.entry(StreamsConfig.globalConsumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed"),
            // A URL that was published before the stage first ran is not lost.
            Map.entry(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest"));

    /**
     * What is only a matter of speed: here a user's word for more clients counts for each. The others keep promises, and
     * a file that is shared with other clients must not undo them unseen.
     */
    private static final Set<String> TUNING = Set.of(
            ProducerConfig.LINGER_MS_CONFIG,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG);

    private static final List<String> PREFIXES = List.of(
            StreamsConfig.MAIN_CONSUMER_PREFIX, StreamsConfig.GLOBAL_CONSUMER_PREFIX, StreamsConfig.PRODUCER_PREFIX);

    private KafkaDefaults() {}

    /**
     * These defaults under the user's own settings. Kafka Streams takes the more particular of two names; so of {@link
     * #TUNING} a default is left out where the user has set it under a broader one.
     */
    public static Properties under(Map<String, Object> settings) {
        Properties properties = new Properties();
        DEFAULTS.forEach((key, value) -> {
            if (broader(key).noneMatch(settings::containsKey)) {
                properties.put(key, value);
            }
        });
        properties.putAll(settings);
        return properties;
    }

    /** Other names of a setting, for more clients: of {@code main.consumer.x} {@code consumer.x} and {@code x}. */
    private static Stream<String> broader(String key) {
        return PREFIXES.stream()
                .filter(key::startsWith)
                .map(prefix -> key.substring(prefix.length()))
                .filter(TUNING::contains)
                .flatMap(name -> Stream.of(StreamsConfig.consumerPrefix(name), name));
    }
}

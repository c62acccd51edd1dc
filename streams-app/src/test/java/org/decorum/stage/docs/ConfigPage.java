package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.stage.config.KafkaDefaults;
import org.decorum.stage.config.StageConfig;

/** The stage's own settings, and those of Kafka to which it gives another default. */
final class ConfigPage {

    private static final String MAIN_CONSUMER = StreamsConfig.mainConsumerPrefix("");
    private static final String CONSUMER = StreamsConfig.consumerPrefix("");
    private static final String PRODUCER = StreamsConfig.producerPrefix("");

    /** Why each setting of Kafka differs from Kafka's default. */
    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("application.id", "names the group, the internal topics and the transactions of a stage"),
            Map.entry("processing.guarantee", "a release and the state that paid for it are committed as one"),
            Map.entry(
                    "commit.interval.ms",
                    "a release is readable after the commit; with 10 ms the commits crowd out the work"),
            Map.entry("poll.ms", "timers wait for a poll to return"),
            Map.entry(
                    "main.consumer.max.partition.fetch.bytes",
                    "what was fetched of a partition is worked off first: feedback waits behind no more than this of the requests"),
            Map.entry(
                    "max.task.idle.ms",
                    "what has come is taken, feedback first; each look for what might come costs a URL its time"),
            Map.entry("statestore.cache.max.bytes", "with keys that rarely repeat a cache costs more than it saves"),
            Map.entry(
                    "ensure.explicit.internal.resource.naming",
                    "a name that Kafka makes up would change with the topology, and its state be lost"),
            Map.entry(
                    "processing.exception.handler.global.enabled",
                    "the global thread treats a failure as the stream threads do"),
            Map.entry(
                    "task.timeout.ms",
                    "a task that gets no answer from Kafka for a minute fails instead of waiting on"),
            Map.entry(
                    "num.standby.replicas",
                    "whoever takes over has the stores already; an instance that is alone has none, at no cost"),
            Map.entry(
                    "probing.rebalance.interval.ms",
                    "an instance that was away gets its share back once it has caught up; this is how often somebody looks"),
            Map.entry(
                    "producer.linger.ms",
                    "nobody reads before the commit, which sends all at once: larger batches, and the most is sent before"),
            Map.entry(
                    "producer.transaction.timeout.ms",
                    "a dead instance's open transaction blocks its successor until it times out"),
            Map.entry("producer.max.request.size", "a URL of 1 MiB must be readable to be rejected, with its bytes"),
            Map.entry("main.consumer.session.timeout.ms", "a killed instance is missed after 6 s"),
            Map.entry(
                    "main.consumer.heartbeat.interval.ms",
                    "the others hear with the next one that an instance has left or come"),
            Map.entry("main.consumer.max.poll.records", "bounds the work between two looks at the timers"),
            Map.entry(
                    "global.consumer.fetch.max.wait.ms",
                    "policies and aliases are loaded one partition after another, and each waits for the last fetch of the one before"),
            Map.entry(
                    "global.consumer.isolation.level",
                    "a file of aliases is one transaction, and counts as a whole or not at all"),
            Map.entry("consumer.auto.offset.reset", "a URL that was published before the stage first ran is not lost"));

    private ConfigPage() {}

    static String text() {
        return Markdown.page("Settings")
                .paragraph("From a properties file (`--config FILE`, or `$DECORUM_CONFIG`), the environment"
                        + " (`DECORUM_BOOTSTRAP_SERVERS`, `DECORUM_SCHEMA_REGISTRY_URL`), `-D KEY=VALUE`, and the options of"
                        + " a command; later ones win.")
                .heading("The stage's own")
                .paragraph("An unknown key that begins with `decorum.` is refused.")
                .table(List.of("key", "type", "default", "valid", "importance", "what it does"), stageRows())
                .heading("Kafka's, where our default is another")
                .paragraph(
                        "All settings of Kafka Streams and its clients pass through, and yours win over these under the names that"
                                + " are shown. Of two names Kafka Streams takes the more particular: a plain"
                                + " `max.request.size` does not change `producer.max.request.size`. What is only a matter of"
                                + " speed (`linger.ms`, `max.poll.records`, `max.partition.fetch.bytes`, `fetch.max.wait.ms`)"
                                + " you may set under any of its names. *Else* is what would be in force otherwise.")
                .table(List.of("key", "default", "else", "why"), kafkaRows())
                .toString();
    }

    private static List<List<String>> stageRows() {
        List<List<String>> rows = new ArrayList<>();
        for (ConfigKey key : new TreeMap<>(StageConfig.DEFINITION.configKeys()).values()) {
            rows.add(List.of(
                    Markdown.code(key.name),
                    key.type.name().toLowerCase(Locale.ROOT),
                    key.hasDefault() ? value(key.defaultValue) : "required",
                    key.validator == null ? "" : key.validator.toString(),
                    key.importance.name().toLowerCase(Locale.ROOT),
                    key.documentation));
        }
        return rows;
    }

    private static List<List<String>> kafkaRows() {
        Map<String, Object> ours = new TreeMap<>();
        KafkaDefaults.under(Map.of()).forEach((key, value) -> ours.put(key.toString(), value));
        assertThat(REASONS.keySet())
                .as("settings of KafkaDefaults with a reason here")
                .isEqualTo(ours.keySet());
        StreamsConfig plain = new StreamsConfig(Map.of("application.id", "none", "bootstrap.servers", "none:1"));
        List<List<String>> rows = new ArrayList<>();
        ours.forEach((key, value) -> rows.add(
                List.of(Markdown.code(key), value(value), otherwise(key, plain), REASONS.getOrDefault(key, ""))));
        return rows;
    }

    /** What Kafka Streams would use by itself. */
    private static String otherwise(String key, StreamsConfig plain) {
        for (String prefix : List.of(MAIN_CONSUMER, CONSUMER)) {
            if (key.startsWith(prefix)) {
                String name = key.substring(prefix.length());
                return set(name, plain.getMainConsumerConfigs("none", "none", 1), ConsumerConfig.configDef());
            }
        }
        return key.startsWith(PRODUCER)
                ? set(key.substring(PRODUCER.length()), plain.getProducerConfigs("none"), ProducerConfig.configDef())
                : set(key, Map.of(), StreamsConfig.configDef());
    }

    /** What Kafka Streams sets for a client, else the client's own default. */
    private static String set(String name, Map<String, Object> byStreams, ConfigDef definition) {
        Object set = byStreams.getOrDefault(name, definition.defaultValues().get(name));
        return set == null ? "none" : value(set);
    }

    private static String value(Object value) {
        return value.equals("") ? "empty" : Markdown.code(value);
    }
}

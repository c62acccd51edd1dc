package org.decorum.stage.runtime;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How soon a dead instance is missed, where the brokers allow sooner than they do by default. A consumer that asks for a
 * shorter session than {@code group.min.session.timeout.ms} is refused; with the streams protocol the session is the
 * broker's own. The transaction timeout goes with it: the others commit nothing while their group waits for a session to
 * end, and their transactions must outlast that.
 */
public final class FailoverTimeouts {

    private static final Logger LOG = LoggerFactory.getLogger(FailoverTimeouts.class);

    static final String CLASSIC_MIN = "group.min.session.timeout.ms";

    /** A pause of the JVM or of a disk is shorter. */
    private static final int SESSION_MILLIS = 3_000;

    /** The others commit nothing while their group waits for a session to end. */
    private static final int TRANSACTION_MILLIS = 4_000;

    /** How soon the others hear that somebody has left or come; tasks stand still for as long. */
    private static final int HEARTBEAT_MILLIS = 250;

    private static final String SESSION = StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
    private static final String TRANSACTION = StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
    private static final String HEARTBEAT =
            StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG);

    private FailoverTimeouts() {}

    /** What to set beside the settings given; nothing where those speak of it, or the brokers allow no less or do not say. */
    public static Map<String, String> allowedBy(Admin admin, Map<String, ?> settings) {
        boolean isStreams =
                "streams".equalsIgnoreCase(String.valueOf(settings.get(StreamsConfig.GROUP_PROTOCOL_CONFIG)));
        if (isStreams || speakOfIt(settings.keySet())) {
            return Map.of();
        }
        OptionalInt allowed = ask(admin, CLASSIC_MIN);
        if (allowed.isEmpty() || allowed.getAsInt() > SESSION_MILLIS) {
            return Map.of();
        }
        Map<String, String> timeouts = new HashMap<>();
        timeouts.put(SESSION, Integer.toString(SESSION_MILLIS));
        timeouts.put(HEARTBEAT, Integer.toString(HEARTBEAT_MILLIS));
        if (commitMillis(settings) < TRANSACTION_MILLIS
                && !speakOf(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, settings.keySet())) {
            timeouts.put(TRANSACTION, Integer.toString(TRANSACTION_MILLIS));
        }
        return timeouts;
    }

    /** Kafka Streams refuses a transaction that ends before the next commit. */
    private static long commitMillis(Map<String, ?> settings) {
        Object said = settings.get(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG);
        return said == null ? 0 : (Long) ConfigDef.parseType(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, said, Type.LONG);
    }

    private static boolean speakOfIt(Collection<String> keys) {
        return speakOf(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, keys)
                || speakOf(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, keys);
    }

    private static boolean speakOf(String setting, Collection<String> keys) {
        return keys.stream().anyMatch(key -> key.endsWith(setting));
    }

    /** A setting of the brokers, which are taken to be alike. */
    private static OptionalInt ask(Admin admin, String name) {
        try {
            for (Node node : admin.describeCluster().nodes().get()) {
                ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, node.idString());
                ConfigEntry entry = admin.describeConfigs(List.of(broker))
                        .all()
                        .get()
                        .values()
                        .iterator()
                        .next()
                        .get(name);
                return entry == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(entry.value()));
            }
        } catch (ExecutionException notAllowed) {
            LOG.info("The brokers do not say their {}: {}", name, String.valueOf(notAllowed.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return OptionalInt.empty();
    }
}

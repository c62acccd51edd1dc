package org.decorum.stage.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.decorum.stage.processor.NodeNames;

/** The stream threads of this instance, as Kafka Streams and its metrics show them. */
final class StreamThreads {

    private static final String RUNNING = "RUNNING";
    private static final String COMMITS = "commit-total";
    private static final String COMMITS_GROUP = "stream-thread-metrics";
    private static final String HEARTBEAT = "last-heartbeat-seconds-ago";

    private final KafkaStreams streams;

    StreamThreads(KafkaStreams streams) {
        this.streams = streams;
    }

    /** What keeps threads from their work, one sentence each: they join the group, or restore what they took over. */
    List<String> complaints() {
        return threads().stream()
                .filter(thread -> !thread.threadState().equals(RUNNING))
                .map(thread ->
                        shortName(thread.threadName()) + " is " + thread.threadState() + " (expected: " + RUNNING + ")")
                .toList();
    }

    /** One for each thread. Copies all metrics of the instance, so not for each request of a supervisor. */
    List<CommitPulse.Beat> beats() {
        Set<ThreadMetadata> threads = threads();
        Map<String, Double> commits = new HashMap<>();
        Map<String, Double> heartbeats = new HashMap<>();
        for (Metric metric : streams.metrics().values()) {
            MetricName name = metric.metricName();
            if (name.name().equals(COMMITS) && name.group().equals(COMMITS_GROUP)) {
                commits.put(name.tags().get("thread-id"), number(metric));
            } else if (name.name().equals(HEARTBEAT)) {
                heartbeats.put(name.tags().get("client-id"), number(metric));
            }
        }
        List<CommitPulse.Beat> beats = new ArrayList<>();
        for (ThreadMetadata thread : threads) {
            beats.add(new CommitPulse.Beat(
                    shortName(thread.threadName()),
                    thread.activeTasks().stream().anyMatch(StreamThreads::hasTicks),
                    commits.getOrDefault(thread.threadName(), 0.0),
                    heartbeats.getOrDefault(thread.consumerClientId(), -1.0)));
        }
        return beats;
    }

    /** A task that only reads topics commits nothing where nothing is written to them. */
    private static boolean hasTicks(TaskMetadata task) {
        return task.topicPartitions().stream()
                .anyMatch(partition -> partition.topic().endsWith(NodeNames.REQUESTS_BY_ORIGIN + "-repartition"));
    }

    private Set<ThreadMetadata> threads() {
        return streams.state().isRunningOrRebalancing() ? streams.metadataForLocalThreads() : Set.of();
    }

    private static double number(Metric metric) {
        return metric.metricValue() instanceof Number value ? value.doubleValue() : -1;
    }

    /** Kafka puts the client's id before it, which is the same for all. */
    private static String shortName(String threadName) {
        return threadName.substring(threadName.indexOf("StreamThread") < 0 ? 0 : threadName.indexOf("StreamThread"));
    }
}

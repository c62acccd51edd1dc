package org.decorum.stage.reshard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.generation.GenerationRecord;

/**
 * What a reshard is going to do.
 *
 * @param resumes whether an earlier reshard to the same end has begun
 * @param members instances that run, which must stop first
 * @param recordsMax the keyed topics hold no more records than that
 * @param bytes on disk; empty where the brokers do not say
 * @param sample how fast records were read just now; empty where there were too few
 */
public record ReshardPlan(
        Generation from,
        Generation to,
        boolean resumes,
        int members,
        Map<String, Long> recordsMax,
        Map<String, Long> bytes,
        Optional<ReadSample> sample) {

    /**
     * How many times as long as one reading the whole takes: about one to copy, and three each to count the old and the new
     * records, as measured with a million held URLs ({@code topology-docs/reshard.md}).
     */
    private static final int READINGS = 7;

    static ReshardPlan of(Clients clients, InternalTopics topics, GenerationRecord present, int shards) {
        Generation from = present.inForce();
        Generation to = present.building()
                .orElseGet(() -> present.build(shards).building().orElseThrow());
        StoppedStage old = new StoppedStage(clients, from);
        Map<TopicPartition, Long> starts = old.starts();
        Map<TopicPartition, Long> ends = clients.stableEnds(KeyedTopic.allPartitions(from));
        Map<String, Long> records = new HashMap<>();
        ends.forEach((partition, end) ->
                records.merge(partition.topic(), Math.max(0, end - starts.getOrDefault(partition, 0L)), Long::sum));
        Map<String, Long> bytes = topics.bytes(List.copyOf(records.keySet())).orElse(Map.of());
        Optional<ReadSample> sample = ReadSample.take(clients, from, starts, ends);
        return new ReshardPlan(from, to, present.building().isPresent(), old.members(), records, bytes, sample);
    }

    private long total(Map<String, Long> of) {
        return of.values().stream().mapToLong(Long::longValue).sum();
    }

    /** About how long it takes; empty where nothing could be measured. */
    public Optional<Duration> estimate() {
        return sample.map(
                measured -> measured.timeFor(total(bytes), total(recordsMax)).multipliedBy(READINGS));
    }

    /** For people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("now   " + from);
        lines.add("then  " + to + (resumes ? ", which is being built already" : ""));
        lines.add(members == 0 ? "ready: no stage runs" : "stop all stages first: " + members + " in the group");
        for (KeyedTopic topic : KeyedTopic.values()) {
            String name = topic.of(from);
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-48s at most %,12d records  %,9.1f MB",
                    name,
                    recordsMax.getOrDefault(name, 0L),
                    bytes.getOrDefault(name, 0L) / 1e6));
        }
        lines.add("1  crawl.generations says that " + to.applicationId()
                + " is being built; no stage starts from then on");
        lines.add("2  producers of " + from.applicationId() + " are fenced, what they had not committed is aborted");
        lines.add("3  six topics with " + to.shards() + " partitions each, with the settings of the old ones");
        lines.add("4  the records are copied, each to the shard of its origin");
        lines.add("5  old and new records are counted and compared, origin by origin");
        lines.add("6  crawl.generations and the offsets of " + to.applicationId()
                + " are written as one: it is in force");
        lines.add("The old topics stay until decorum reshard --drop-old.");
        sample.ifPresent(measured -> lines.add(measured.sentence()));
        lines.add(estimate()
                .map(time -> "about " + Math.max(1, time.toSeconds()) + " s: " + READINGS
                        + " times what reading all of it once takes at that rate, as it was where that was measured")
                .orElse("a few seconds: there is nearly nothing to copy"));
        return lines;
    }
}

package org.decorum.stage.cli.bench;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.FetchFeedback;
import org.decorum.stage.bench.Belief;
import org.decorum.stage.bench.Report;
import org.decorum.stage.cli.table.TopicTable;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroDeserializer;

/** What passed through Kafka, by origin, read once everything has run: what the stage went by, what it was told. */
final class Observed {

    private final Map<String, List<Belief>> beliefs = new HashMap<>();
    private final Map<String, List<Report>> reports = new HashMap<>();

    private Observed() {}

    static Observed read(Map<String, Object> client) {
        Observed observed = new Observed();
        read(client, TopicNames.DECISIONS, CrawlDecision.class, observed::add);
        read(client, TopicNames.FEEDBACK, FetchFeedback.class, observed::add);
        return observed;
    }

    /** In the order of their time, counted from the first arrival at the host. */
    List<Belief> beliefs(String originKey, long firstMicros) {
        return beliefs.getOrDefault(originKey, List.of()).stream()
                .map(belief -> new Belief(
                        belief.atMicros() - firstMicros,
                        belief.pagesPerSecond(),
                        belief.inFlightMax(),
                        belief.normalMicros()))
                .sorted(Comparator.comparingLong(Belief::atMicros))
                .toList();
    }

    /** In the order of their start, counted from the first arrival at the host; only what went out. */
    List<Report> reports(String originKey, long firstMicros) {
        return reports.getOrDefault(originKey, List.of()).stream()
                .map(report -> new Report(
                        report.startedMicros() - firstMicros, report.finishedMicros() - firstMicros, report.outcome()))
                .sorted(Comparator.comparingLong(Report::startedMicros))
                .toList();
    }

    private void add(CrawlDecision decision) {
        Integer cost = decision.getCost();
        if (decision.getKind() != DecisionKind.BOOKED || cost == null) {
            return;
        }
        Integer cap = decision.getInFlightMax();
        Long normal = decision.getNormalLatencyMicros();
        beliefs.computeIfAbsent(decision.getOriginKey(), origin -> new ArrayList<>())
                .add(new Belief(
                        micros(decision.getDecidedAt()),
                        1e6 / decision.getIntervalMicros() / cost,
                        cap == null ? 0 : cap,
                        normal == null ? 0 : normal));
    }

    private void add(FetchFeedback feedback) {
        Instant started = feedback.getStartedAt();
        Instant finished = feedback.getFinishedAt();
        String originKey = feedback.getOriginKey();
        if (started != null && finished != null && originKey != null) {
            Integer status = feedback.getStatus();
            reports.computeIfAbsent(originKey, origin -> new ArrayList<>())
                    .add(new Report(
                            micros(started),
                            micros(finished),
                            feedback.getOutcome() + (status == null ? "" : " " + status)));
        }
    }

    private static <T extends SpecificRecord> void read(
            Map<String, Object> client, String topic, Class<T> type, Consumer<T> add) {
        AvroDeserializer<T> values = new AvroDeserializer<>(type);
        values.configure(client, false);
        new TopicTable<T>(topic, client)
                .read(record -> add.accept(values.deserialize(record.topic(), record.headers(), record.value())));
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
}

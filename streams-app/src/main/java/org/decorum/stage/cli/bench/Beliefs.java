package org.decorum.stage.cli.bench;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.DecisionKind;
import org.decorum.stage.bench.Belief;
import org.decorum.stage.cli.table.TopicTable;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroDeserializer;

/** What the stage went by, by origin, read from its own decisions once everything has run. */
final class Beliefs {

    private final Map<String, List<Belief>> byOrigin = new HashMap<>();
    private final AvroDeserializer<CrawlDecision> values = new AvroDeserializer<>(CrawlDecision.class);

    private Beliefs(Map<String, Object> client) {
        values.configure(client, false);
    }

    static Beliefs read(Map<String, Object> client) {
        Beliefs beliefs = new Beliefs(client);
        new TopicTable<CrawlDecision>(TopicNames.DECISIONS, client).read(beliefs::add);
        return beliefs;
    }

    /** In the order of their time, counted from the first arrival at the host. */
    List<Belief> of(String originKey, long firstMicros) {
        return byOrigin.getOrDefault(originKey, List.of()).stream()
                .map(belief -> new Belief(
                        belief.atMicros() - firstMicros,
                        belief.pagesPerSecond(),
                        belief.inFlightMax(),
                        belief.normalMicros()))
                .sorted(Comparator.comparingLong(Belief::atMicros))
                .toList();
    }

    private void add(ConsumerRecord<String, byte[]> record) {
        CrawlDecision decision = values.deserialize(record.topic(), record.headers(), record.value());
        Integer cost = decision.getCost();
        if (decision.getKind() != DecisionKind.BOOKED || cost == null) {
            return;
        }
        Integer cap = decision.getInFlightMax();
        Long normal = decision.getNormalLatencyMicros();
        byOrigin.computeIfAbsent(decision.getOriginKey(), origin -> new ArrayList<>())
                .add(new Belief(
                        ChronoUnit.MICROS.between(Instant.EPOCH, decision.getDecidedAt()),
                        1e6 / decision.getIntervalMicros() / cost,
                        cap == null ? 0 : cap,
                        normal == null ? 0 : normal));
    }
}

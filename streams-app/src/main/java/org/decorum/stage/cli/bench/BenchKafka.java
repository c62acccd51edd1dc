package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.decorum.stage.chaos.process.BrokerCluster;
import org.decorum.stage.chaos.process.Children;
import org.decorum.stage.chaos.process.Launch;
import org.decorum.stage.chaos.process.Member;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.runtime.Answers;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.EmbeddedRegistry;

/** Brokers as processes of their own, so that their CPU time can be told from the stage's, and a registry in this one. */
final class BenchKafka implements AutoCloseable {

    /** Application id of the stage's first generation. */
    static final String APPLICATION = "decorum";

    private static final int NODE = 1;
    private static final Duration READY_MAX = Duration.ofSeconds(120);

    /** A broker that is measured may be so busy that its controller does not hear from it for a while. */
    private static final Map<String, String> PATIENT = Map.of("broker.session.timeout.ms", "60000");

    private final Children children;
    private final EmbeddedRegistry registry;
    private final BrokerCluster broker;

    private BenchKafka(Children children, EmbeddedRegistry registry, BrokerCluster broker) {
        this.children = children;
        this.registry = registry;
        this.broker = broker;
    }

    /** Starts one broker and the registry. */
    static BenchKafka start(DataDirectory data, Map<String, String> settings, Launch.Claim claim) {
        return start(data, 1, settings, claim);
    }

    /**
     * Starts all.
     *
     * @param brokers how many; with 3 or more each record has three copies
     * @param settings of the brokers, which win over ours
     */
    static BenchKafka start(DataDirectory data, int brokers, Map<String, String> settings, Launch.Claim claim) {
        Children children = new Children(data.root().resolve("logs"));
        Map<String, String> own = new HashMap<>(PATIENT);
        own.putAll(settings);
        BenchKafka kafka = new BenchKafka(
                children,
                new EmbeddedRegistry(data.registry(), 0),
                new BrokerCluster(children, data.broker(), brokers, own, claim));
        if (!kafka.broker.start(READY_MAX)) {
            String why = kafka.broker.nodes().stream()
                    .filter(Member::hasEndedByItself)
                    .map(Member::lastWords)
                    .findFirst()
                    .orElseGet(() -> kafka.broker.nodes().get(0).lastWords());
            kafka.close();
            throw new CliException("the broker did not start: " + why);
        }
        return kafka;
    }

    KafkaAddress address() {
        return new KafkaAddress(broker.bootstrapServers(), registry.url());
    }

    Children children() {
        return children;
    }

    /** What the changelog of a store of the stage takes on the broker's disk, in all partitions. */
    double changelogBytes(String store) {
        String topic = APPLICATION + "-" + store + "-changelog";
        try (Admin admin = Admin.create(address().client())) {
            double bytes = 0;
            for (LogDirDescription directory : Answers.await(
                            admin.describeLogDirs(List.of(NODE)).allDescriptions())
                    .getOrDefault(NODE, Map.of())
                    .values()) {
                bytes += directory.replicaInfos().entrySet().stream()
                        .filter(replica -> replica.getKey().topic().equals(topic))
                        .mapToDouble(replica -> replica.getValue().size())
                        .sum();
            }
            return bytes;
        }
    }

    /** CPU time that all brokers have taken so far. */
    Duration cpuTime() {
        return broker.nodes().stream()
                .map(
                        node -> node.cpuTime()
                                .orElseThrow(
                                        () -> new CliException(
                                                "the CPU time of a broker's process cannot be read (expected: a system that tells it)")))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Throws if a broker has ended by itself. */
    void check() {
        for (Member node : broker.nodes()) {
            if (node.hasEndedByItself()) {
                throw new CliException("a broker ended by itself: " + node.lastWords());
            }
        }
    }

    @Override
    public void close() {
        broker.close();
        registry.close();
        children.close();
    }
}

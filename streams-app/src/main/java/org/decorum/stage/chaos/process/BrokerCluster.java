package org.decorum.stage.chaos.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.common.Uuid;
import org.decorum.stage.runtime.Ports;

/**
 * A Kafka cluster of processes, each broker and controller in one (KRaft). With three nodes or more each topic has three
 * copies, of which two must have a record; so one node may be away, and writes go on.
 */
public final class BrokerCluster implements AutoCloseable {

    private static final int HEAP_MEGABYTES = 256;
    private static final int HEAP_MEGABYTES_FULL = 512;
    private static final int ASK_MILLIS_MAX = 2_000;

    private final Map<Integer, Integer> ports = new TreeMap<>();
    private final List<Member> nodes = new ArrayList<>();
    private final Admin admin;

    /** Describes nodes that share their machine with many; none is started yet. */
    public BrokerCluster(Children children, Path directory, int size, Map<String, String> settings) {
        this(children, directory, size, settings, Launch.Claim.FRUGAL);
    }

    /** Describes the nodes; none is started yet. */
    public BrokerCluster(
            Children children, Path directory, int size, Map<String, String> settings, Launch.Claim claim) {
        int heapMegabytes = claim == Launch.Claim.FULL ? HEAP_MEGABYTES_FULL : HEAP_MEGABYTES;
        String clusterId = Uuid.randomUuid().toString();
        Map<Integer, Integer> controllers = new TreeMap<>();
        for (int id = 1; id <= size; id++) {
            ports.put(id, Ports.anyFree());
            controllers.put(id, Ports.anyFree());
        }
        this.admin = Admin.create(new HashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers(),
                "default.api.timeout.ms", ASK_MILLIS_MAX,
                "request.timeout.ms", ASK_MILLIS_MAX)));
        for (int id = 1; id <= size; id++) {
            int node = id;
            Path data = directory.resolve("broker-" + id);
            nodes.add(new Member(
                    "broker-" + id,
                    data,
                    children,
                    new Launch(claim, heapMegabytes, arguments(clusterId, id, controllers, data)).set(settings),
                    member -> isServing(node)));
        }
    }

    private List<String> arguments(String clusterId, int id, Map<Integer, Integer> controllers, Path data) {
        List<String> arguments = new ArrayList<>(List.of("broker", "--id=" + id, "--cluster=" + clusterId));
        arguments.add("--port=" + ports.get(id));
        controllers.forEach((node, port) -> arguments.add("--controller=" + node + "=" + port));
        arguments.add("--data-dir=" + data);
        return arguments;
    }

    /** All nodes, in the order of their ids. */
    public List<Member> nodes() {
        return List.copyOf(nodes);
    }

    public String bootstrapServers() {
        return ports.values().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /** Starts all nodes; false when they do not serve clients by then. */
    public boolean start(Duration patience) {
        nodes.forEach(Member::start);
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        return nodes.stream().allMatch(node -> node.awaitReady(Duration.ofNanos(deadlineNanos - System.nanoTime())));
    }

    /** Whether the cluster counts a node among those that serve. */
    private boolean isServing(int id) {
        try {
            return admin
                    .describeCluster(new DescribeClusterOptions().timeoutMs(ASK_MILLIS_MAX))
                    .nodes()
                    .get(ASK_MILLIS_MAX, TimeUnit.MILLISECONDS)
                    .stream()
                    .anyMatch(node -> node.id() == id);
        } catch (ExecutionException | TimeoutException nobodyAnswers) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether every topic has all its copies up to date; false while nobody can tell. */
    public boolean isFullyReplicated() {
        try {
            Collection<String> topics = admin.listTopics(
                            new ListTopicsOptions().listInternal(true).timeoutMs(ASK_MILLIS_MAX))
                    .names()
                    .get(ASK_MILLIS_MAX, TimeUnit.MILLISECONDS);
            return admin
                    .describeTopics(topics)
                    .allTopicNames()
                    .get(ASK_MILLIS_MAX, TimeUnit.MILLISECONDS)
                    .values()
                    .stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(partition ->
                            partition.isr().size() == partition.replicas().size());
        } catch (ExecutionException | TimeoutException nobodyAnswers) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Kills the nodes. */
    @Override
    public void close() {
        nodes.forEach(Member::kill);
        admin.close(Duration.ZERO);
    }
}

package org.decorum.stage.runtime;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/**
 * Kafka nodes in this process, each broker and controller in one, each with two log directories that share its partitions.
 * One has the cluster's metadata too; the other can be lost, and the node lives on without it.
 */
final class LiveCluster implements LiveKafka.Brokers {

    /**
     * A node notices that a directory is gone when it next writes there; one file it writes by itself. And none waits for
     * a controller's leave to stop: when all stop, the last ones have no controller.
     */
    private static final Map<String, String> SETTINGS =
            Map.of("replica.high.watermark.checkpoint.interval.ms", "500", "controlled.shutdown.enable", "false");

    private static final Executor NEW_THREAD = work -> new Thread(work, "node").start();

    private final List<Node> nodes = new ArrayList<>();

    LiveCluster(Path directory, int size) throws Exception {
        String clusterId = Uuid.randomUuid().toString();
        Map<Integer, Integer> controllers = new TreeMap<>();
        for (int id = 1; id <= size; id++) {
            controllers.put(id, Ports.anyFree());
        }
        for (int id = 1; id <= size; id++) {
            BrokerNode node = new BrokerNode(clusterId, id, Ports.anyFree(), controllers, SETTINGS);
            nodes.add(new Node(node, directory.resolve("node-" + id)));
        }
        for (Node node : nodes) {
            node.format();
        }
        // A node is up when most of them are.
        CompletableFuture.allOf(nodes.stream()
                        .map(node -> CompletableFuture.runAsync(node::begin, NEW_THREAD))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    @Override
    public String bootstrapServers() {
        return nodes.stream().map(node -> "127.0.0.1:" + node.node.clientPort()).collect(Collectors.joining(","));
    }

    int size() {
        return nodes.size();
    }

    /** Its partitions get other leaders once the others have missed it. */
    void stop(int index) {
        nodes.get(index).stop();
    }

    void start(int index) {
        nodes.get(index).begin();
    }

    /** Takes a directory away under a running node: what it writes there next fails, as on a disk that is full or dead. */
    void loseDisk(int index) throws IOException {
        Files.move(nodes.get(index).partitions(), nodes.get(index).elsewhere());
    }

    /** The node must have stopped. */
    void repairDisk(int index) throws IOException {
        Files.move(nodes.get(index).elsewhere(), nodes.get(index).partitions());
    }

    @Override
    public void close() {
        nodes.forEach(Node::stop);
    }

    private static final class Node {
        private final BrokerNode node;
        private final Path directory;
        private @Nullable KafkaRaftServer server;

        Node(BrokerNode node, Path directory) {
            this.node = node;
            this.directory = directory;
        }

        private Path metadata() {
            return directory.resolve("metadata");
        }

        private Path partitions() {
            return directory.resolve("partitions");
        }

        private Path elsewhere() {
            return directory.resolve("lost");
        }

        private void format() throws Exception {
            Files.createDirectories(metadata());
            Files.createDirectories(partitions());
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setClusterId(node.clusterId())
                    .setNodeId(node.id())
                    .setDirectories(List.of(metadata().toString(), partitions().toString()))
                    .setMetadataLogDirectory(metadata().toString())
                    .setControllerListenerName(BrokerNode.CONTROLLER_LISTENER)
                    .setHasDynamicQuorum(false)
                    .run();
        }

        private void begin() {
            KafkaConfig config = KafkaConfig.fromProps(node.properties(metadata() + "," + partitions()), false);
            KafkaRaftServer begun = new KafkaRaftServer(config, Time.SYSTEM);
            server = begun;
            begun.startup();
        }

        private void stop() {
            KafkaRaftServer running = server;
            if (running != null) {
                running.shutdown();
                running.awaitShutdown();
                server = null;
            }
        }
    }
}

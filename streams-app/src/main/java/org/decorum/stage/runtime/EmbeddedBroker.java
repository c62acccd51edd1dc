package org.decorum.stage.runtime;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real Kafka node, broker and controller in one (KRaft), in this process: loopback only, its data in a directory that
 * outlives it. Alone for trying things out, for tests, and for a stage on a single machine; a fleet has a cluster of its
 * own.
 */
public final class EmbeddedBroker implements AutoCloseable {

    private final DirectoryLock lock;
    private final KafkaRaftServer server;
    private final int port;

    private EmbeddedBroker(DirectoryLock lock, KafkaRaftServer server, int port) {
        this.lock = lock;
        this.server = server;
        this.port = port;
    }

    /**
     * Starts a cluster of one on its directory, formatting that at first; returns when the node serves clients.
     *
     * @param port loopback port for clients; 0 takes any free one
     */
    public static EmbeddedBroker start(Path directory, int port) {
        int clientPort = port == 0 ? Ports.anyFree() : port;
        return start(directory, BrokerNode.alone(Uuid.randomUuid().toString(), clientPort, Ports.anyFree()));
    }

    /** Starts one node of a cluster; returns when it serves clients, for which most nodes must be there. */
    public static EmbeddedBroker start(Path directory, BrokerNode node) {
        if (!Ports.isFree(node.clientPort())) {
            throw new StartupException("port " + node.clientPort()
                    + " is taken, so the embedded broker cannot listen there:"
                    + " stop the other process, or choose another port with --broker-port");
        }
        DirectoryLock lock = DirectoryLock.acquire(directory);
        try {
            Path logs = directory.toAbsolutePath().resolve("kafka");
            format(logs, node);
            KafkaRaftServer server =
                    new KafkaRaftServer(KafkaConfig.fromProps(node.properties(logs.toString()), false), Time.SYSTEM);
            server.startup();
            return new EmbeddedBroker(lock, server, node.clientPort());
        } catch (Exception e) {
            lock.close();
            throw new StartupException("the embedded broker does not start on " + directory + ": " + e.getMessage(), e);
        }
    }

    private static void format(Path logs, BrokerNode node) throws Exception {
        if (Files.exists(logs.resolve("meta.properties"))) {
            return;
        }
        Files.createDirectories(logs);
        PrintStream silence = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        new Formatter()
                .setPrintStream(silence)
                .setClusterId(node.clusterId())
                .setNodeId(node.id())
                .setDirectories(List.of(logs.toString()))
                .setMetadataLogDirectory(logs.toString())
                .setControllerListenerName(BrokerNode.CONTROLLER_LISTENER)
                .setHasDynamicQuorum(false)
                .setIgnoreFormatted(true)
                .run();
    }

    public String bootstrapServers() {
        return BrokerNode.HOST + ":" + port;
    }

    /** Stops the node cleanly, so that its next start has nothing to recover. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
        lock.close();
    }
}

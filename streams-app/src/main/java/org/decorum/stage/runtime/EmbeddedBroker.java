package org.decorum.stage.runtime;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real Kafka node, broker and controller in one (KRaft), in this process: one node, loopback only, its data in a
 * directory that outlives it. For trying things out, for tests, and for a stage on a single machine; a fleet has a
 * cluster of its own.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int NODE_ID = 1;
    private static final String CONTROLLER_LISTENER = "CONTROLLER";
    private static final int MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

    private final DirectoryLock lock;
    private final KafkaRaftServer server;
    private final int port;

    private EmbeddedBroker(DirectoryLock lock, KafkaRaftServer server, int port) {
        this.lock = lock;
        this.server = server;
        this.port = port;
    }

    /**
     * Starts a node on its directory, formatting that at first; returns when the node serves clients.
     *
     * @param port loopback port for clients; 0 takes any free one
     */
    public static EmbeddedBroker start(Path directory, int port) {
        int clientPort = port == 0 ? Ports.anyFree() : port;
        if (!Ports.isFree(clientPort)) {
            throw new StartupException("port " + clientPort + " is taken, so the embedded broker cannot listen there:"
                    + " stop the other process, or choose another port with --broker-port");
        }
        DirectoryLock lock = DirectoryLock.acquire(directory);
        try {
            Path logs = directory.toAbsolutePath().resolve("kafka");
            format(logs);
            Properties properties = properties(logs, clientPort, Ports.anyFree());
            KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
            server.startup();
            return new EmbeddedBroker(lock, server, clientPort);
        } catch (Exception e) {
            lock.close();
            throw new StartupException("the embedded broker does not start on " + directory + ": " + e.getMessage(), e);
        }
    }

    private static void format(Path logs) throws Exception {
        if (Files.exists(logs.resolve("meta.properties"))) {
            return;
        }
        Files.createDirectories(logs);
        PrintStream silence = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        new Formatter()
                .setPrintStream(silence)
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(NODE_ID)
                .setDirectories(List.of(logs.toString()))
                .setMetadataLogDirectory(logs.toString())
                .setControllerListenerName(CONTROLLER_LISTENER)
                .setHasDynamicQuorum(false)
                .setIgnoreFormatted(true)
                .run();
    }

    private static Properties properties(Path logs, int clientPort, int controllerPort) {
        Properties p = new Properties();
        p.setProperty("process.roles", "broker,controller");
        p.setProperty("node.id", Integer.toString(NODE_ID));
        p.setProperty("controller.quorum.voters", NODE_ID + "@" + HOST + ":" + controllerPort);
        p.setProperty("controller.listener.names", CONTROLLER_LISTENER);
        p.setProperty(
                "listeners", listener("PLAINTEXT", clientPort) + "," + listener(CONTROLLER_LISTENER, controllerPort));
        p.setProperty("advertised.listeners", listener("PLAINTEXT", clientPort));
        p.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        p.setProperty("log.dirs", logs.toString());

        p.setProperty("auto.create.topics.enable", "false");
        p.setProperty("message.max.bytes", Integer.toString(MESSAGE_BYTES_MAX));
        p.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(16 * 1024 * 1024));
        for (String internal : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            p.setProperty(internal + ".replication.factor", "1");
            p.setProperty(internal + ".num.partitions", "4");
        }
        p.setProperty("transaction.state.log.min.isr", "1");
        p.setProperty("share.coordinator.state.topic.min.isr", "1");

        // A single node has nobody to wait for: groups form at once, and a killed node is back within seconds.
        p.setProperty("group.initial.rebalance.delay.ms", "0");
        p.setProperty("broker.session.timeout.ms", "3000");
        p.setProperty("broker.heartbeat.interval.ms", "500");
        // With group.protocol=streams, timeouts are the broker's to set, and its minimum of 45 s is long for one
        // machine.
        p.setProperty("group.streams.min.session.timeout.ms", "6000");
        p.setProperty("group.streams.session.timeout.ms", "6000");
        p.setProperty("group.streams.min.heartbeat.interval.ms", "1500");
        p.setProperty("group.streams.heartbeat.interval.ms", "1500");
        // A commit may still write its markers when the next transaction begins: wait here, not in the client's 100 ms.
        p.setProperty("add.partitions.to.txn.retry.backoff.ms", "5");
        p.setProperty("add.partitions.to.txn.retry.backoff.max.ms", "5000");
        // An open transaction of a killed stage blocks its successor until this scan finds it.
        p.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");
        return p;
    }

    private static String listener(String name, int port) {
        return name + "://" + HOST + ":" + port;
    }

    public String bootstrapServers() {
        return HOST + ":" + port;
    }

    /** Stops the node cleanly, so that its next start has nothing to recover. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
        lock.close();
    }
}

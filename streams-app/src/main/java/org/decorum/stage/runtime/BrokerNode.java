package org.decorum.stage.runtime;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One Kafka node on loopback, broker and controller in one, and what it knows of the others of its cluster.
 *
 * @param clusterId the same for all nodes; only a node that is formatted for the first time reads it
 * @param clientPort where clients reach this node
 * @param controllerPorts node id to the port of its controller; all nodes, this one too
 * @param overrides broker settings that win over ours
 */
public record BrokerNode(
        String clusterId,
        int id,
        int clientPort,
        Map<Integer, Integer> controllerPorts,
        Map<String, String> overrides) {

    static final String CONTROLLER_LISTENER = "CONTROLLER";
    static final String HOST = "127.0.0.1";

    private static final int MESSAGE_BYTES_MAX = 4 * 1024 * 1024;
    private static final int REPLICATION_MAX = 3;
    private static final int INTERNAL_PARTITIONS = 4;

    public BrokerNode {
        if (!controllerPorts.containsKey(id)) {
            throw new IllegalArgumentException(
                    "node id: " + id + " (expected: one of " + controllerPorts.keySet() + ")");
        }
        controllerPorts = Map.copyOf(controllerPorts);
        overrides = Map.copyOf(overrides);
    }

    /** A cluster of one. */
    static BrokerNode alone(String clusterId, int clientPort, int controllerPort) {
        return new BrokerNode(clusterId, 1, clientPort, Map.of(1, controllerPort), Map.of());
    }

    /** Copies of each topic, unless its creator wants another number. */
    int replication() {
        return Math.min(REPLICATION_MAX, controllerPorts.size());
    }

    /** Copies that must have a record before it counts as written: all but one. */
    int inSyncMin() {
        return Math.max(1, replication() - 1);
    }

    Properties properties(String logDirectory) {
        Properties p = new Properties();
        p.setProperty("process.roles", "broker,controller");
        p.setProperty("node.id", Integer.toString(id));
        p.setProperty("controller.quorum.voters", voters());
        p.setProperty("controller.listener.names", CONTROLLER_LISTENER);
        p.setProperty(
                "listeners", listener("PLAINTEXT", clientPort) + "," + listener(CONTROLLER_LISTENER, controllerPort()));
        p.setProperty("advertised.listeners", listener("PLAINTEXT", clientPort));
        p.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        p.setProperty("log.dirs", logDirectory);

        p.setProperty("auto.create.topics.enable", "false");
        p.setProperty("message.max.bytes", Integer.toString(MESSAGE_BYTES_MAX));
        p.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(16 * 1024 * 1024));
        p.setProperty("default.replication.factor", Integer.toString(replication()));
        p.setProperty("min.insync.replicas", Integer.toString(inSyncMin()));
        for (String internal : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            p.setProperty(internal + ".replication.factor", Integer.toString(replication()));
            p.setProperty(internal + ".num.partitions", Integer.toString(INTERNAL_PARTITIONS));
        }
        p.setProperty("transaction.state.log.min.isr", Integer.toString(inSyncMin()));
        p.setProperty("share.coordinator.state.topic.min.isr", Integer.toString(inSyncMin()));

        // Groups of one machine have nobody to wait for, and a killed node is back within seconds.
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
        p.putAll(overrides);
        return p;
    }

    private int controllerPort() {
        return controllerPorts.getOrDefault(id, 0);
    }

    private String voters() {
        return new TreeMap<>(controllerPorts)
                .entrySet().stream()
                        .map(node -> node.getKey() + "@" + HOST + ":" + node.getValue())
                        .collect(Collectors.joining(","));
    }

    private static String listener(String name, int port) {
        return name + "://" + HOST + ":" + port;
    }
}

package org.decorum.stage.cli.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decorum.stage.bench.peers.Peer;
import org.decorum.stage.bench.peers.PostgresPeer;
import org.decorum.stage.bench.peers.RedisPeer;
import org.decorum.stage.bench.peers.RedisPeer.Script;
import org.decorum.stage.chaos.process.Children;

/**
 * How one peer is driven.
 *
 * @param peer its name, by which one that is absent is told
 * @param connections over each of which one request after the other goes
 * @param batch keys in one round trip
 * @param keys that are asked for
 */
record PeerCase(String peer, String scenario, boolean durable, int connections, int batch, int keys, Start start) {

    /** Starts the server; throws {@code PeerAbsent} where that cannot be. */
    interface Start {
        Peer start(Children children, Path directory, long intervalMicros);
    }

    static final String REDIS = "redis";
    static final String POSTGRES = "postgres";
    static final String URLFRONTIER = "urlfrontier";
    static final List<String> PEERS = List.of(REDIS, POSTGRES, URLFRONTIER);

    private static final int KEYS = 10_000;
    private static final int REDIS_CONNECTIONS = 12;
    private static final int POSTGRES_CONNECTIONS = 8;
    private static final int PIPELINE = 16;

    /** All, in the order of the table. */
    static List<PeerCase> all(Optional<String> postgresUser) {
        return List.of(
                redis("redis-bucket", Script.BUCKET, false, 1),
                redis("redis-bucket-pipelined", Script.BUCKET, false, PIPELINE),
                redis("redis-bucket-fsync", Script.BUCKET, true, 1),
                redis("redis-gcra", Script.GCRA, false, 1),
                redis("redis-gcra-pipelined", Script.GCRA, false, PIPELINE),
                postgres("postgres-gcra", true, KEYS, postgresUser),
                postgres("postgres-gcra-async", false, KEYS, postgresUser),
                postgres("postgres-gcra-one-key", true, 1, postgresUser));
    }

    private static PeerCase redis(String scenario, Script script, boolean durable, int batch) {
        return new PeerCase(
                REDIS,
                scenario,
                durable,
                REDIS_CONNECTIONS,
                batch,
                KEYS,
                (children, directory, intervalMicros) ->
                        RedisPeer.start(children, directory, script, durable, intervalMicros));
    }

    private static PeerCase postgres(String scenario, boolean durable, int keys, Optional<String> user) {
        return new PeerCase(
                POSTGRES,
                scenario,
                durable,
                POSTGRES_CONNECTIONS,
                1,
                keys,
                (children, directory, intervalMicros) ->
                        PostgresPeer.start(children, directory, user, durable, intervalMicros));
    }

    Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("operation", "a decision; no URL is held, delivered or kept over a crash");
        parameters.put("durable", durable);
        parameters.put("connections", connections);
        parameters.put("batch", batch);
        parameters.put("keys", keys);
        return parameters;
    }
}

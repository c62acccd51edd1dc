package org.decorum.stage.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.decorum.stage.chaos.process.Children;
import org.decorum.stage.runtime.Ports;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;

/** Redis with a script that decides. The server's clock counts, so workers' clocks need not agree. */
public final class RedisPeer implements Peer {

    /** What the script keeps of a key. */
    public enum Script {
        /** A token bucket of one token, as a hash. One that finds it empty is told when to ask again. */
        BUCKET(false, """
                local clock = redis.call('TIME')
                local now = clock[1] * 1000000 + clock[2]
                local interval = tonumber(ARGV[1])
                local kept = redis.call('HMGET', KEYS[1], 'level', 'at')
                local at = tonumber(kept[2]) or now
                local level = math.min(1, (tonumber(kept[1]) or 1) + math.max(0, now - at) / interval)
                local wait = 0
                if level >= 1 then level = level - 1 else wait = math.ceil((1 - level) * interval) end
                redis.call('HSET', KEYS[1], 'level', string.format('%.9f', level), 'at', string.format('%.0f', math.max(at, now)))
                redis.call('PEXPIRE', KEYS[1], math.ceil(interval / 1000) + 1000)
                return wait
                """),

        /** The one timestamp of GCRA, without tolerance, as a string. Each that asks is booked. */
        GCRA(true, """
                local clock = redis.call('TIME')
                local now = clock[1] * 1000000 + clock[2]
                local release = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
                local tat = release + tonumber(ARGV[1])
                redis.call('SET', KEYS[1], string.format('%.0f', tat), 'PX', math.ceil((tat - now) / 1000) + 1000)
                return release - now
                """);

        private final boolean books;
        private final String lua;

        Script(boolean books, String lua) {
            this.books = books;
            this.lua = lua;
        }
    }

    private static final String CLIENT = "redis.clients.jedis.Jedis";
    private static final int TIMEOUT_MILLIS = 10_000;

    private final PeerProcess process;
    private final int port;
    private final String password;
    private final Script script;
    private final long intervalMicros;

    private RedisPeer(PeerProcess process, int port, String password, Script script, long intervalMicros) {
        this.process = process;
        this.port = port;
        this.password = password;
        this.script = script;
        this.intervalMicros = intervalMicros;
    }

    /**
     * Starts a server.
     *
     * @param durable whether it writes each decision to the disk before it answers; otherwise it never does
     * @throws PeerAbsent where it is not installed
     */
    public static RedisPeer start(
            Children children, Path directory, Script script, boolean durable, long intervalMicros) {
        Clients.require(CLIENT);
        Path program = Programs.find("redis-server")
                .orElseThrow(() -> new PeerAbsent("no redis-server on PATH (Debian: apt install redis-server)"));
        int port = Ports.anyFree();
        String password = UUID.randomUUID().toString();
        PeerProcess process = PeerProcess.start(
                "redis", children, List.of(program.toString(), config(directory, port, password, durable)));
        RedisPeer peer = new RedisPeer(process, port, password, script, intervalMicros);
        process.awaitReady(() -> {
            try (Jedis client = peer.client()) {
                client.ping();
            }
        });
        return peer;
    }

    private static String config(Path directory, int port, String password, boolean durable) {
        List<String> lines = new ArrayList<>(List.of(
                "port " + port,
                "bind 127.0.0.1",
                "requirepass " + password,
                "dir \"" + directory + "\"",
                "save \"\"",
                "appendonly " + (durable ? "yes" : "no"),
                "appendfsync always"));
        try {
            Files.createDirectories(directory);
            return Files.write(directory.resolve("redis.conf"), lines, StandardCharsets.UTF_8)
                    .toString();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Jedis client() {
        return new Jedis(
                new HostAndPort("127.0.0.1", port),
                DefaultJedisClientConfig.builder()
                        .password(password)
                        .timeoutMillis(TIMEOUT_MILLIS)
                        .build());
    }

    @Override
    public String version() {
        try (Jedis client = client()) {
            return "Redis "
                    + client.info("server")
                            .lines()
                            .filter(line -> line.startsWith("redis_version:"))
                            .map(line -> line.substring(line.indexOf(':') + 1))
                            .findFirst()
                            .orElse("of an unknown version");
        }
    }

    @Override
    public Duration cpuTime() {
        return process.cpuTime();
    }

    @Override
    public Decider connect() {
        Jedis client = client();
        return new Connection(client, client.scriptLoad(script.lua));
    }

    @Override
    public void close() {
        process.stop();
    }

    private final class Connection implements Decider {
        private final Jedis client;
        private final String sha;
        private final List<String> arguments = List.of(Long.toString(intervalMicros));

        private Connection(Jedis client, String sha) {
            this.client = client;
            this.sha = sha;
        }

        @Override
        public List<Long> waitMicros(List<String> keys) {
            if (keys.size() == 1) {
                return List.of((Long) client.evalsha(sha, keys, arguments));
            }
            Pipeline pipeline = client.pipelined();
            List<Response<Object>> answers = keys.stream()
                    .map(key -> pipeline.evalsha(sha, List.of(key), arguments))
                    .toList();
            pipeline.sync();
            return answers.stream().map(answer -> (Long) answer.get()).toList();
        }

        @Override
        public boolean isBooked() {
            return script.books;
        }

        @Override
        public void close() {
            client.close();
        }
    }
}

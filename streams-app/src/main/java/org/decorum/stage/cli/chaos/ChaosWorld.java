package org.decorum.stage.cli.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.chaos.ChaosFarm;
import org.decorum.stage.chaos.Crew;
import org.decorum.stage.chaos.Role;
import org.decorum.stage.chaos.Workload;
import org.decorum.stage.chaos.process.BrokerCluster;
import org.decorum.stage.chaos.process.Children;
import org.decorum.stage.chaos.process.Fleet;
import org.decorum.stage.chaos.process.Member;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.FetchGroup;
import org.decorum.stage.cli.StageProcess;
import org.decorum.stage.cli.table.TopicTable;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.metrics.MeterNames;
import org.decorum.stage.runtime.EmbeddedRegistry;
import org.decorum.stage.topology.TopicNames;

/** A whole crawl on this machine, each broker, stage and fetcher a process of its own. Closed in reverse order. */
final class ChaosWorld implements AutoCloseable {

    /** Of the stage and of each topic. */
    private static final int SHARDS = 6;

    private static final int BROKERS = 3;
    private static final Duration READY_WITHIN = Duration.ofSeconds(180);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final Duration ASK_TIME = Duration.ofSeconds(3);

    /** Ten processes share the machine: fewer commits, and leads that cover them and what is late besides. */
    private static final Map<String, Object> STAGE_SETTINGS = Map.of(
            StageConfig.SHARDS, SHARDS,
            StageConfig.LEAD_MS, 1_000,
            StageConfig.ROCKSDB_MEMORY_BYTES, 32 << 20,
            StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1,
            StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 150,
            StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Map<String, Object> client;
    private final ChaosFarm farm;
    private final Crew crew;
    private final BrokerCluster brokers;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ASK_TIME).build();

    ChaosWorld(ChaosSettings settings, Workload work, Path directory, Map<String, String> overrides) {
        Children children = keep(new Children(directory.resolve("logs")));
        EmbeddedRegistry registry = keep(new EmbeddedRegistry(directory, 0));
        this.brokers = keep(new BrokerCluster(children, directory, BROKERS, Map.of()));
        this.client = Map.of(
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                brokers.bootstrapServers(),
                StageConfig.SCHEMA_REGISTRY_URL,
                registry.url(),
                // Brokers are away now and then, and what was published must come to be known.
                "delivery.timeout.ms",
                300_000,
                "max.block.ms",
                300_000,
                "request.timeout.ms",
                15_000,
                "default.api.timeout.ms",
                60_000);
        this.farm = keep(new ChaosFarm(work, settings.seed()));
        Map<String, Object> stageSettings = new HashMap<>(STAGE_SETTINGS);
        stageSettings.putAll(overrides);
        this.crew = new Crew(
                brokers,
                new Fleet(children, directory, brokers.bootstrapServers(), registry.url()),
                farm.address(),
                stageSettings,
                settings.stages(),
                settings.fetchers());
    }

    private <T extends AutoCloseable> T keep(T part) {
        open.push(part);
        return part;
    }

    /** Starts everybody; returns when all work, with the policies in force. */
    void start(Workload work) {
        if (!brokers.start(READY_WITHIN)) {
            throw new CliException("the brokers are not ready after " + READY_WITHIN.toSeconds() + " s: "
                    + brokers.nodes().get(0).lastWords());
        }
        StageProcess.prepareTopics(client(), true, SHARDS);
        SortedMap<String, Optional<OriginPolicy>> policies = new TreeMap<>();
        work.origins().forEach(origin -> policies.put(origin.host(), Optional.of(origin.policy())));
        new TopicTable<OriginPolicy>(TopicNames.POLICIES, client()).write(policies);
        crew.members(Role.STAGE).forEach(Member::start);
        crew.members(Role.STAGE).forEach(ChaosWorld::requireReady);
        crew.members(Role.FETCHER).forEach(Member::start);
        crew.members(Role.FETCHER).forEach(ChaosWorld::requireReady);
        awaitFetchersSettled();
    }

    private static void requireReady(Member member) {
        if (!member.awaitReady(READY_WITHIN)) {
            throw new CliException(member.name() + " is not ready: " + member.lastWords());
        }
    }

    private void awaitFetchersSettled() {
        long deadlineNanos = System.nanoTime() + READY_WITHIN.toNanos();
        int fetchers = crew.members(Role.FETCHER).size();
        try (Admin admin = Admin.create(client())) {
            while (!FetchGroup.hasSettled(admin, Crew.FETCHERS, fetchers, SHARDS)
                    && System.nanoTime() - deadlineNanos < 0) {
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            }
        }
    }

    Crew crew() {
        return crew;
    }

    ChaosFarm farm() {
        return farm;
    }

    /** Settings of a client; each call a map of its own. */
    Map<String, Object> client() {
        return new HashMap<>(client);
    }

    /** What the stages say that they hold: what waits, and what is under way. */
    long held() {
        return crew.stageUrls().stream().mapToLong(this::held).sum();
    }

    private long held(String url) {
        return metrics(url)
                .lines()
                .filter(line -> isMeter(line, MeterNames.BACKLOG) || isMeter(line, MeterNames.IN_FLIGHT))
                .mapToLong(line -> Math.round(Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))))
                .sum();
    }

    private static boolean isMeter(String line, String name) {
        return line.startsWith(name.replace('.', '_') + " ");
    }

    /** Whether a stage knows what an origin's robots.txt asks for. */
    boolean knowsCrawlDelay(String host) {
        return crew.stageUrls().stream()
                .anyMatch(url -> get(url + "/origins/" + host).contains("crawl_delay_micros"));
    }

    private String metrics(String url) {
        return get(url + "/metrics");
    }

    private String get(String url) {
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create(url))
                                    .timeout(ASK_TIME)
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (IOException nobodyAnswers) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception failure) {
                throw new IllegalStateException("the harness could not be closed", failure);
            }
        }
    }
}

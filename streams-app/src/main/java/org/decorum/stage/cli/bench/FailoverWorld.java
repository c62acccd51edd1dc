package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.stage.bench.Arrivals;
import org.decorum.stage.chaos.process.BrokerCluster;
import org.decorum.stage.chaos.process.Children;
import org.decorum.stage.chaos.process.Fleet;
import org.decorum.stage.chaos.process.Member;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.RequestPublisher;
import org.decorum.stage.cli.StageProcess;
import org.decorum.stage.cli.table.TopicTable;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.http.Paths;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.EmbeddedRegistry;
import org.decorum.stage.store.StoreNames;
import org.decorum.stage.topology.TopicNames;

/** One broker and two stages as processes, loaded with origins; a registry and a stand-in for a fetcher in this one. */
final class FailoverWorld implements AutoCloseable {

    private static final Duration READY_MAX = Duration.ofSeconds(120);
    private static final Duration LOAD_MAX = Duration.ofSeconds(900);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final Duration ASK_TIME = Duration.ofSeconds(2);
    private static final int THREADS = 2;
    private static final String ORIGINS_CHANGELOG = StoreNames.ORIGINS + "-changelog\"";
    private static final double STANDBY_LAG_MAX = 1_000;

    /**
     * What decision 040 asks of a broker. With the streams protocol sessions and standbys are the group's to say, with the
     * classic one each stage's own.
     */
    private static final Map<String, String> BROKER = Map.of(
            "group.min.session.timeout.ms", "3000",
            "group.streams.min.session.timeout.ms", "3000",
            "group.streams.session.timeout.ms", "3000",
            "group.streams.min.heartbeat.interval.ms", "750",
            "group.streams.heartbeat.interval.ms", "750",
            "group.streams.num.standby.replicas", "1");

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ASK_TIME).build();
    private final FailoverPlan plan;
    private final FailoverOrigins origins;
    private final Children children;
    private final EmbeddedRegistry registry;
    private final BrokerCluster broker;
    private final List<Fleet.Stage> stages;
    private final Arrivals arrivals = new Arrivals();
    private final StandInFetcher fetcher;
    private long liveSeconds;

    /** Starts everything but the stages. */
    FailoverWorld(FailoverPlan plan, String protocol, DataDirectory data, Map<String, String> settings) {
        this.plan = plan;
        this.origins = new FailoverOrigins(plan.shards(), plan.origins());
        this.children = new Children(data.root().resolve("logs"));
        this.registry = new EmbeddedRegistry(data.registry(), 0);
        Map<String, String> brokerSettings = new HashMap<>(BROKER);
        brokerSettings.putAll(plan.broker());
        this.broker = new BrokerCluster(children, data.broker(), 1, brokerSettings);
        if (!broker.start(READY_MAX)) {
            close(children, registry);
            throw new CliException(
                    "the broker did not start: " + broker.nodes().get(0).lastWords());
        }
        StageProcess.prepareTopics(client(), true, plan.shards());
        new TopicTable<>(TopicNames.POLICIES, client()).write(cast(origins.policies()));
        Fleet fleet = new Fleet(children, data.state(), broker.bootstrapServers(), registry.url());
        Map<String, Object> own = new HashMap<>(Map.of(
                StageConfig.SHARDS,
                plan.shards(),
                StreamsConfig.NUM_STREAM_THREADS_CONFIG,
                THREADS,
                StreamsConfig.GROUP_PROTOCOL_CONFIG,
                protocol));
        own.putAll(settings);
        this.stages = List.of(fleet.stage("stage-1", own), fleet.stage("stage-2", own));
        this.fetcher = StandInFetcher.start(
                client(),
                StandInFetcher.Manner.AT_ONCE,
                (release, nowMicros) -> arrivals.add(
                        release.partition(),
                        nowMicros,
                        StandInFetcher.micros(release.value().getReleasedAt())));
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }

    private Map<String, Object> client() {
        return new KafkaAddress(broker.bootstrapServers(), registry.url()).client();
    }

    List<Fleet.Stage> stages() {
        return stages;
    }

    /** When releases could be read. */
    Arrivals arrivals() {
        return arrivals;
    }

    /** Starts the stages and lets them take over all origins. */
    void load(Consumer<String> progress) {
        stages.forEach(stage -> stage.member().start());
        stages.forEach(this::awaitReady);
        try (RequestPublisher publisher = RequestPublisher.open(client())) {
            origins.publishHeld(publisher);
        }
        long wanted = origins.held();
        await(
                LOAD_MAX,
                () -> {
                    double waiting = sum("decorum_requests_total");
                    progress.accept(String.format(Locale.ROOT, "%,.0f of %,d origins loaded", waiting, wanted));
                    return waiting >= wanted;
                },
                () -> "requests that wait: " + sum("decorum_requests_total") + " (expected: " + wanted + ")");
    }

    /** Enough work for the live origins for so much longer. */
    void feed(long seconds) {
        try (RequestPublisher publisher = RequestPublisher.open(client())) {
            origins.publishLive(publisher, liveSeconds, seconds);
        }
        liveSeconds += seconds;
    }

    void awaitReady(Fleet.Stage stage) {
        if (!stage.member().awaitReady(READY_MAX)) {
            throw new CliException(stage.member().name() + " did not get ready: "
                    + stage.member().lastWords());
        }
    }

    /** Each stage owns origins. Kafka balances all tasks, so of those with origins one may have more. */
    void awaitBalance(Duration patience) {
        await(
                patience,
                () -> IntStream.range(0, stages.size())
                        .noneMatch(stage -> owned(stage).isEmpty()),
                () -> "tasks: " + owned(0) + " and " + owned(1) + " (expected: one or more each)");
    }

    /** Each stage follows the stores of all origins that the other one owns, and is not far behind. */
    void awaitStandbys(Duration patience) {
        await(
                patience,
                () -> IntStream.range(0, stages.size()).allMatch(this::hasStandbys),
                () -> "standbys have not caught up");
    }

    private boolean hasStandbys(int stage) {
        List<Double> lags = get(stage, Paths.METRICS).stream()
                .flatMap(answer -> answer.body().lines())
                .filter(line -> line.startsWith("kafka_consumer_fetch_manager_records_lag{")
                        && line.contains("restore-consumer")
                        && line.contains(ORIGINS_CHANGELOG))
                .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
        return lags.size() == plan.shards() - owned(stage).size()
                && lags.stream().allMatch(lag -> lag < STANDBY_LAG_MAX);
    }

    /** Tasks that a stage runs. */
    List<Integer> owned(int stage) {
        return IntStream.range(0, plan.shards())
                .filter(shard -> get(stage, Paths.ORIGINS + origins.liveOf(shard))
                        .filter(answer -> answer.statusCode() == 200)
                        .isPresent())
                .boxed()
                .toList();
    }

    /** How often a stage's group was shared out anew, as its threads count it. */
    OptionalInt rebalances(int stage) {
        return get(stage, Paths.METRICS).stream()
                .flatMap(answer -> answer.body().lines())
                .filter(line ->
                        line.startsWith("kafka_consumer_coordinator_rebalance_total{") && line.contains("StreamThread"))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .max();
    }

    private double sum(String series) {
        return IntStream.range(0, stages.size())
                .mapToObj(stage -> get(stage, Paths.METRICS))
                .flatMap(Optional::stream)
                .flatMap(answer -> answer.body().lines())
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private Optional<HttpResponse<String>> get(int stage, String path) {
        URI uri = URI.create(stages.get(stage).url() + path);
        try {
            return Optional.of(
                    http.send(HttpRequest.newBuilder(uri).timeout(ASK_TIME).build(), BodyHandlers.ofString()));
        } catch (IOException nobodyAnswers) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Fails when it does not come true in time, or a member ended by itself. */
    void await(Duration patience, BooleanSupplier condition, Supplier<String> state) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            stages.stream()
                    .map(Fleet.Stage::member)
                    .filter(Member::hasEndedByItself)
                    .forEach(ended -> {
                        throw new CliException(ended.name() + " ended by itself: " + ended.lastWords());
                    });
            if (System.nanoTime() - deadline > 0) {
                throw new CliException("not within " + patience.toSeconds() + " s: " + state.get());
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    @Override
    public void close() throws InterruptedException {
        fetcher.close();
        close(children, registry);
        broker.close();
    }

    private static void close(Children children, EmbeddedRegistry registry) {
        children.close();
        registry.close();
    }
}

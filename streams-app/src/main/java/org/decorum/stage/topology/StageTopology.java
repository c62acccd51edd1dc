package org.decorum.stage.topology;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.Stores;
import org.decorum.core.origin.Aliases;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Policies;
import org.decorum.core.ssrf.AddressGuard;
import org.decorum.core.ssrf.HostGuard;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginAlias;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.policy.PolicyReader;
import org.decorum.stage.processor.AliasBook;
import org.decorum.stage.processor.AliasReader;
import org.decorum.stage.processor.Fleet;
import org.decorum.stage.processor.KeptTable;
import org.decorum.stage.processor.NodeNames;
import org.decorum.stage.processor.OriginProcessor;
import org.decorum.stage.processor.ReadFeedback;
import org.decorum.stage.processor.ReadRequests;
import org.decorum.stage.processor.ReadTable;
import org.decorum.stage.store.OriginStores;
import org.decorum.stage.store.StoreNames;
import org.decorum.stage.table.GuardedTable;
import org.decorum.wire.AvroSerde;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.AvroWriter;
import org.decorum.wire.SubjectNaming;
import org.decorum.wire.WireConfig;
import org.decorum.wire.input.FeedbackDecoder;
import org.decorum.wire.input.RequestDecoder;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The stage's topology.
 *
 * <pre>
 * crawl.requests -> read-requests -> requests-by-origin -+
 *                                                        +-> own-origins -> release, holds, rejected, decisions, alerts
 * crawl.feedback -> read-feedback -> feedback-by-origin -+
 * crawl.policies          -> read-policies          (on every instance)
 * crawl.policies.accepted -> read-accepted-policies (on every instance; own-origins writes it)
 * crawl.aliases           -> read-aliases           (on every instance)
 * crawl.aliases.accepted  -> read-accepted-aliases  (on every instance; own-origins writes it)
 * </pre>
 *
 * <p>Both inputs go through repartition topics with the same fixed number of partitions, so that one task meets all
 * that concerns an origin, and so that the input topics may grow under a running stage.
 */
public final class StageTopology {

    private final StageConfig config;
    private final SchemaRegistry registry;
    private final boolean autoRegister;
    private final StageMeters meters;
    private final Fleet fleet;
    private final OriginKeyer keyer;
    private final HostGuard guard;
    private final PolicyBook policies;
    private final GuardedTable<OriginPolicy> policyTable;
    private final AliasBook aliases = new AliasBook();
    private final GuardedTable<OriginAlias> aliasTable;
    private final Serde<KeyedRequest> requestSerde;
    private final Serde<FetchFeedback> feedbackSerde;
    private final Serde<SpecificRecord> moveSerde;
    private final Generation generation;
    private final Runnable confirmation;

    /** Of the first generation, which nothing replaces. */
    public StageTopology(StageConfig config, SchemaRegistry registry, StageMeters meters) {
        this(config, registry, meters, Generation.first("", config.getInt(StageConfig.SHARDS)), () -> {});
    }

    /** @param confirmation throws where the generation is not in force any more; each task asks before it works */
    public StageTopology(
            StageConfig config,
            SchemaRegistry registry,
            StageMeters meters,
            Generation generation,
            Runnable confirmation) {
        this.config = config;
        this.generation = generation;
        this.confirmation = confirmation;
        this.registry = registry;
        this.autoRegister = new WireConfig(config.originals()).autoRegister();
        this.meters = meters;
        this.fleet = Fleet.of(config.timing());
        meters.trackFleet(fleet::window);
        this.keyer = config.keyer();
        this.guard = new HostGuard(AddressGuard.allowing(config.allowedRanges()));
        this.policies = new PolicyBook(config.defaultPolicy(), keyer);
        this.policyTable = new GuardedTable<>(
                TopicNames.POLICIES,
                new PolicyReader(keyer, registry),
                registry,
                PolicyReader.unjudged(),
                this::policyChanged);
        this.aliasTable = new GuardedTable<>(
                TopicNames.ALIASES, new AliasReader(keyer, registry), registry, null, this::aliasChanged);
        this.requestSerde = serde(KeyedRequest.class, SubjectNaming.RECORD);
        this.feedbackSerde = serde(FetchFeedback.class, SubjectNaming.RECORD);
        this.moveSerde = AvroSerde.ofAny(registry, SubjectNaming.RECORD, autoRegister);
    }

    /** The policies in force on this instance, once the topology runs. */
    public Policies policies() {
        return policies;
    }

    private void policyChanged(String key, @Nullable OriginPolicy policy) {
        policies.set(key, policy);
        meters.policyChanged();
    }

    /** The aliases in force on this instance, once the topology runs. */
    public Aliases aliases() {
        return aliases;
    }

    private void aliasChanged(String key, @Nullable OriginAlias alias) {
        aliases.set(key, alias);
        meters.aliasChanged();
    }

    public Topology build() {
        StreamsBuilder builder = new StreamsBuilder();
        addTables(builder);
        // Without transactions a release is read before its commit, so the state that paid for it may not wait for
        // that.
        long recentBytes = config.isExactlyOnce() ? config.getLong(StageConfig.RECENT_BYTES) : 0;
        OriginStores.builders(requestSerde, recentBytes).forEach(builder::addStateStore);

        KStream<String, SpecificRecord> requests = builder.stream(TopicNames.REQUESTS, raw(NodeNames.REQUESTS_SOURCE))
                .process(this::readRequests, Named.as(NodeNames.READ_REQUESTS));
        KStream<String, SpecificRecord> feedback = builder.stream(TopicNames.FEEDBACK, first(NodeNames.FEEDBACK_SOURCE))
                .process(this::readFeedback, Named.as(NodeNames.READ_FEEDBACK));

        byOrigin(requests, KeyedRequest.class, requestSerde, NodeNames.REQUESTS_BY_ORIGIN)
                .merge(
                        byOrigin(feedback, FetchFeedback.class, feedbackSerde, NodeNames.FEEDBACK_BY_ORIGIN),
                        Named.as(NodeNames.BY_ORIGIN))
                .merge(moves(feedback), Named.as(NodeNames.BY_ORIGIN_OR_MOVED))
                .process(
                        () -> new OriginProcessor(
                                config, policies, aliases, keptTables(), meters, fleet, generation, confirmation),
                        Named.as(NodeNames.ORIGINS),
                        StoreNames.ORIGINS,
                        StoreNames.BACKLOG,
                        StoreNames.DEFERRED);
        only(requests.merge(feedback, Named.as(NodeNames.UNREADABLE)), CrawlRejected.class, NodeNames.UNREADABLE)
                .to(
                        TopicNames.REJECTED,
                        Produced.with(Serdes.String(), serde(CrawlRejected.class, SubjectNaming.TOPIC))
                                .withName(NodeNames.UNREADABLE_SINK));

        Topology topology = builder.build();
        addSink(topology, NodeNames.RELEASE_SINK, TopicNames.RELEASE);
        addSink(topology, NodeNames.HOLDS_SINK, TopicNames.HOLDS);
        addSink(topology, NodeNames.REJECTED_SINK, TopicNames.REJECTED);
        addSink(topology, NodeNames.PARKED_SINK, TopicNames.PARKED);
        addSink(topology, NodeNames.DECISIONS_SINK, TopicNames.DECISIONS);
        addSink(topology, NodeNames.ALERTS_SINK, TopicNames.ALERTS);
        addSink(topology, NodeNames.ACCEPTED_POLICIES_SINK, TopicNames.ACCEPTED_POLICIES);
        addSink(topology, NodeNames.ACCEPTED_ALIASES_SINK, TopicNames.ACCEPTED_ALIASES);
        topology.addSink(
                NodeNames.MOVES_SINK,
                NodeNames.MOVES_BY_ORIGIN_TOPIC,
                new StringSerializer(),
                moveSerde.serializer(),
                NodeNames.ORIGINS);
        return topology;
    }

    private void addTables(StreamsBuilder builder) {
        addTable(
                builder,
                StoreNames.POLICIES,
                TopicNames.POLICIES,
                NodeNames.READ_POLICIES,
                () -> ReadTable.raw(policyTable));
        addTable(
                builder,
                StoreNames.ACCEPTED_POLICIES,
                TopicNames.ACCEPTED_POLICIES,
                NodeNames.READ_ACCEPTED_POLICIES,
                () -> ReadTable.accepted(policyTable));
        addTable(
                builder,
                StoreNames.ALIASES,
                TopicNames.ALIASES,
                NodeNames.READ_ALIASES,
                () -> ReadTable.raw(aliasTable));
        addTable(
                builder,
                StoreNames.ACCEPTED_ALIASES,
                TopicNames.ACCEPTED_ALIASES,
                NodeNames.READ_ACCEPTED_ALIASES,
                () -> ReadTable.accepted(aliasTable));
    }

    private List<KeptTable> keptTables() {
        return List.of(
                new KeptTable(
                        policyTable,
                        "policy",
                        TopicNames.POLICIES,
                        NodeNames.ACCEPTED_POLICIES_SINK,
                        meters::policyRefused),
                new KeptTable(
                        aliasTable,
                        "alias",
                        TopicNames.ALIASES,
                        NodeNames.ACCEPTED_ALIASES_SINK,
                        meters::aliasRefused));
    }

    /**
     * In memory, so that a start reads the whole topic through its processor: a store on disk has a checkpoint, is loaded
     * from there, and the records before it would not be in force.
     */
    private static void addTable(
            StreamsBuilder builder,
            String store,
            String topic,
            String node,
            ProcessorSupplier<String, byte[], Void, Void> reader) {
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(store), Serdes.String(), Serdes.ByteArray()),
                topic,
                Consumed.with(Serdes.String(), Serdes.ByteArray()).withName(node),
                reader);
    }

    private ReadRequests readRequests() {
        return new ReadRequests(new RequestDecoder(registry), keyer, aliases, guard, meters, confirmation);
    }

    private ReadFeedback readFeedback() {
        return new ReadFeedback(new FeedbackDecoder(registry), keyer, meters, confirmation);
    }

    /**
     * A task reads the record with the least timestamp first, of those that were fetched. So what fetchers report waits
     * behind one fetch of each partition at most, however many requests came earlier: leases would run out meanwhile.
     */
    private static Consumed<byte[], byte[]> first(String name) {
        return raw(name).withTimestampExtractor((record, partitionTime) -> ReadFeedback.FIRST_MILLIS);
    }

    private static Consumed<byte[], byte[]> raw(String name) {
        return Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()).withName(name);
    }

    /** The records of one class, through a repartition topic, so that an origin's records meet in one task. */
    private <T extends SpecificRecord> KStream<String, SpecificRecord> byOrigin(
            KStream<String, SpecificRecord> stream, Class<T> type, Serde<T> serde, String name) {
        return ofRecords(only(stream, type, name)
                .repartition(Repartitioned.with(Serdes.String(), serde)
                        .withName(name)
                        .withNumberOfPartitions(generation.shards())));
    }

    /**
     * What origins send to each other: own-origins writes the topic that it reads. The DSL knows no such circle, so the
     * topic is made for a stream that nothing flows in, and {@link NodeNames#MOVES_SINK} writes it.
     */
    private KStream<String, SpecificRecord> moves(KStream<String, SpecificRecord> any) {
        return any.filter((key, value) -> false, Named.as(NodeNames.MOVES_BY_ORIGIN + "-none"))
                .repartition(Repartitioned.with(Serdes.String(), moveSerde)
                        .withName(NodeNames.MOVES_BY_ORIGIN)
                        .withNumberOfPartitions(generation.shards()));
    }

    @SuppressWarnings("unchecked") // the filter is the check
    private static <T extends SpecificRecord> KStream<String, T> only(
            KStream<String, SpecificRecord> stream, Class<T> type, String name) {
        return (KStream<String, T>)
                (KStream<String, ?>) stream.filter((key, value) -> type.isInstance(value), Named.as(name + "-filter"));
    }

    @SuppressWarnings("unchecked") // a stream is only read
    private static KStream<String, SpecificRecord> ofRecords(KStream<String, ? extends SpecificRecord> stream) {
        return (KStream<String, SpecificRecord>) stream;
    }

    private void addSink(Topology topology, String name, String topic) {
        AvroWriter writer = new AvroWriter(registry, SubjectNaming.TOPIC, autoRegister);
        topology.addSink(
                name, topic, new StringSerializer(), new AvroSerializer<SpecificRecord>(writer), NodeNames.ORIGINS);
    }

    private <T extends SpecificRecord> Serde<T> serde(Class<T> type, SubjectNaming naming) {
        return AvroSerde.of(type, registry, naming, autoRegister);
    }
}

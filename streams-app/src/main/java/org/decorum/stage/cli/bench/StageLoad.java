package org.decorum.stage.cli.bench;

import java.util.Map;
import java.util.SortedMap;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.metrics.MeterNames;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;

/** A stage in this process, somebody who publishes, and a stand-in for a fetcher. */
final class StageLoad implements Driven, AutoCloseable {

    private final BenchWorld world;
    private final StandInFetcher fetcher;
    private final LoadPublisher publisher;
    private final Map<String, Object> client;

    private StageLoad(BenchWorld world, StandInFetcher fetcher, LoadPublisher publisher, Map<String, Object> client) {
        this.world = world;
        this.fetcher = fetcher;
        this.publisher = publisher;
        this.client = client;
    }

    /** Returns when the stage works; it finds again what an earlier one of the same measurement knew. */
    static StageLoad open(
            Map<String, String> settings,
            BenchKafka kafka,
            Measurement run,
            SortedMap<String, OriginPolicy> policies,
            StandInFetcher.Watcher watcher) {
        Map<String, Object> client = kafka.address().client();
        BenchWorld world = BenchWorld.open(settings, kafka.address(), run.data(), policies);
        return new StageLoad(
                world,
                StandInFetcher.start(client, StandInFetcher.Manner.IN_SLOT, watcher),
                LoadPublisher.open(client),
                client);
    }

    BenchWorld world() {
        return world;
    }

    LoadPublisher publisher() {
        return publisher;
    }

    /** Requests for URLs by their number. */
    LoadPublisher.Source requests(LongFunction<String> url) {
        return requests(client, url);
    }

    static LoadPublisher.Source requests(Map<String, Object> client, LongFunction<String> url) {
        AvroSerializer<CrawlRequest> values = new AvroSerializer<>();
        values.configure(client, false);
        return number -> new ProducerRecord<>(
                TopicNames.REQUESTS,
                values.serialize(
                        TopicNames.REQUESTS,
                        CrawlRequest.newBuilder().setUrl(url.apply(number)).build()));
    }

    @Override
    public long answered() {
        return fetcher.reported();
    }

    @Override
    public long done() {
        return (long) world.counted(MeterNames.FEEDBACK, MeterNames.OUTCOME, FetchOutcome.FETCHED);
    }

    @Override
    public long late() {
        return fetcher.late();
    }

    @Override
    public void check() {
        world.check();
        fetcher.check();
    }

    @Override
    public void close() throws InterruptedException {
        publisher.close();
        fetcher.close();
        world.close();
    }
}

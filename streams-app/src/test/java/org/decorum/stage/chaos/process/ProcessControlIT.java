package org.decorum.stage.chaos.process;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.decorum.stage.chaos.process.Member.State;
import org.decorum.stage.runtime.EmbeddedRegistry;
import org.decorum.stage.runtime.Topics;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real brokers, a stage and a fetcher, killed, frozen, woken and started again. */
class ProcessControlIT {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @Test
    void membersDieFreezeAndComeBackWhileTheClusterTakesWrites() throws Exception {
        Member stage;
        try (Children children = new Children(directory.resolve("logs"));
                BrokerCluster brokers = new BrokerCluster(children, directory, 3, Map.of());
                EmbeddedRegistry registry = new EmbeddedRegistry(directory, 0)) {
            assertThat(brokers.start(PATIENCE)).isTrue();
            assertEveryTopicHasThreeCopies(brokers);
            Fleet fleet = new Fleet(children, directory, brokers.bootstrapServers(), registry.url());
            stage = fleet.stage("stage-1", Map.of("decorum.shards", 2)).member().start();
            Member fetcher = fleet.fetcher(
                            "fetcher-1", "fetchers", new InetSocketAddress("127.0.0.1", 9), List.of(), Map.of())
                    .start();
            assertReady(stage);
            assertReady(fetcher);

            Member broker = brokers.nodes().get(0);
            broker.kill();
            assertThat(broker.state()).isEqualTo(State.DOWN);
            assertThat(broker.hasEndedByItself()).isFalse();
            publish(brokers);
            assertReady(broker.start());
            assertThat(broker.lives()).isEqualTo(2);

            stage.freeze();
            assertThat(stage.state()).isEqualTo(State.FROZEN);
            assertThat(stage.isReady()).isFalse();
            stage.thaw();
            assertReady(stage);
            stage.freeze();
            stage.kill();
            assertReady(stage.start());
            fetcher.stop(PATIENCE);
            assertThat(fetcher.state()).isEqualTo(State.DOWN);
        }
        assertThat(stage.state()).isEqualTo(State.DOWN);
    }

    private static void assertReady(Member member) {
        assertThat(member.awaitReady(PATIENCE))
                .as(() -> member.name() + " is ready; its last words: " + member.lastWords())
                .isTrue();
    }

    private static void assertEveryTopicHasThreeCopies(BrokerCluster brokers) throws Exception {
        try (Admin admin = Admin.create(client(brokers))) {
            new Topics(admin, 2, Optional.empty()).ensure();
            TopicDescription releases = requireNonNull(admin.describeTopics(List.of(TopicNames.RELEASE))
                    .allTopicNames()
                    .get()
                    .get(TopicNames.RELEASE));
            assertThat(releases.partitions())
                    .hasSize(2)
                    .allSatisfy(partition -> assertThat(partition.replicas()).hasSize(3));
        }
    }

    private static void publish(BrokerCluster brokers) throws Exception {
        Map<String, Object> client = client(brokers);
        client.put("acks", "all");
        try (Producer<String, String> producer =
                new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            Future<?> written = producer.send(new ProducerRecord<>(TopicNames.REQUESTS, "http://a.example/"));
            written.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static Map<String, Object> client(BrokerCluster brokers) {
        return new HashMap<>(Map.of("bootstrap.servers", brokers.bootstrapServers()));
    }
}

package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {
    @TempDir
    Path directory;

    @Test
    void whatWasWrittenBeforeARestartIsReadAfterIt() throws Exception {
        int port;
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0);
                Admin admin = admin(broker)) {
            port = portOf(broker);
            admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1)))
                    .all()
                    .get();
            try (var producer =
                    new KafkaProducer<>(clientSettings(broker), new StringSerializer(), new StringSerializer())) {
                producer.send(new ProducerRecord<>("kept", "key", "value")).get();
            }
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, port)) {
            assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
            assertThat(readOne(broker, "kept")).containsExactly("value");
        }
    }

    @Test
    void topicsAreCreatedOnceAndWrongOnesAreNamed() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0);
                Admin admin = admin(broker)) {
            Topics topics = new Topics(admin, 2, Optional.empty());
            assertThat(topics.check()).extracting(TopicCheck::state).containsOnly(TopicCheck.State.MISSING);

            admin.createTopics(List.of(new NewTopic(TopicNames.HOLDS, 2, (short) 1)))
                    .all()
                    .get();
            admin.createTopics(List.of(new NewTopic(TopicNames.ALERTS, 3, (short) 1)))
                    .all()
                    .get();
            List<TopicCheck> first = topics.ensure();
            assertThat(first)
                    .filteredOn(check -> check.state() == TopicCheck.State.CREATED)
                    .hasSize(Topics.ALL.size() - 2)
                    .allMatch(check -> check.partitions() == 2);
            assertThat(first)
                    .filteredOn(check -> check.topic().name().equals(TopicNames.HOLDS))
                    .singleElement()
                    .matches(check -> check.state() == TopicCheck.State.WRONG)
                    .matches(check -> check.detail().contains("cleanup.policy=compact"))
                    .matches(check -> !check.usable());
            assertThat(first)
                    .filteredOn(check -> check.topic().name().equals(TopicNames.ALERTS))
                    .singleElement()
                    .matches(check -> check.state() == TopicCheck.State.DIFFERS)
                    .matches(check -> check.detail().equals("3 partitions (asked for: 2)"))
                    .matches(TopicCheck::usable);

            assertThat(topics.ensure()).extracting(TopicCheck::state).doesNotContain(TopicCheck.State.CREATED);
        }
    }

    @Test
    void aTakenPortIsSaidKindly() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedBroker.start(directory, taken.getLocalPort()))
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " is taken")
                    .hasMessageContaining("--broker-port");
        }
    }

    private static List<String> readOne(EmbeddedBroker broker, String topic) {
        Map<String, Object> settings = clientSettings(broker);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, "reader");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        List<String> values = new ArrayList<>();
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            while (values.isEmpty() && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }

    private static Map<String, Object> clientSettings(EmbeddedBroker broker) {
        return new HashMap<>(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    private static Admin admin(EmbeddedBroker broker) {
        return Admin.create(clientSettings(broker));
    }

    private static int portOf(EmbeddedBroker broker) {
        return Integer.parseInt(broker.bootstrapServers().replaceFirst(".*:", ""));
    }
}

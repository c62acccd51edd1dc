package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailoverTimeoutsIT {

    @TempDir
    Path directory;

    @Test
    void timeoutsAreShortWhereTheBrokerAllowsItAndTheUserSaysNothing() {
        Map<String, String> quick = Map.of(FailoverTimeouts.CLASSIC_MIN, "3000");
        BrokerNode node =
                new BrokerNode(Uuid.randomUuid().toString(), 1, Ports.anyFree(), Map.of(1, Ports.anyFree()), quick);
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, node);
                Admin admin = admin(broker)) {
            assertThat(FailoverTimeouts.allowedBy(admin, Map.of()))
                    .containsEntry("main.consumer.session.timeout.ms", "3000")
                    .containsEntry("main.consumer.heartbeat.interval.ms", "250")
                    .containsEntry("producer.transaction.timeout.ms", "4000");
            assertThat(FailoverTimeouts.allowedBy(admin, Map.of("producer.transaction.timeout.ms", 9_000)))
                    .containsKey("main.consumer.session.timeout.ms")
                    .doesNotContainKey("producer.transaction.timeout.ms");
            assertThat(FailoverTimeouts.allowedBy(admin, Map.of("commit.interval.ms", "5000")))
                    .as("a transaction may not end before its commit")
                    .doesNotContainKey("producer.transaction.timeout.ms");
            assertThat(FailoverTimeouts.allowedBy(admin, Map.of("main.consumer.session.timeout.ms", "20000")))
                    .isEmpty();
            assertThat(FailoverTimeouts.allowedBy(admin, Map.of("group.protocol", "streams")))
                    .as("the session is the group's to say")
                    .isEmpty();
        }
    }

    @Test
    void theyStayAsTheyAreWhereTheBrokerAllowsNoLess() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0);
                Admin admin = admin(broker)) {
            assertThat(FailoverTimeouts.allowedBy(admin, Map.of())).isEmpty();
        }
    }

    private static Admin admin(EmbeddedBroker broker) {
        return Admin.create(new HashMap<>(Map.of("bootstrap.servers", broker.bootstrapServers())));
    }
}

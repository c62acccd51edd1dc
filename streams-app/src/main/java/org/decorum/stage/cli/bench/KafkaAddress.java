package org.decorum.stage.cli.bench;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.runtime.LocalKafka;

/** Where a broker and a schema registry are found. */
record KafkaAddress(String bootstrapServers, String registryUrl) {

    static KafkaAddress of(LocalKafka kafka) {
        return new KafkaAddress(kafka.bootstrapServers(), kafka.registryUrl());
    }

    /** Settings of a client, to which more may be added. */
    Map<String, Object> client() {
        return new HashMap<>(Map.of(
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                StageConfig.SCHEMA_REGISTRY_URL,
                registryUrl));
    }
}

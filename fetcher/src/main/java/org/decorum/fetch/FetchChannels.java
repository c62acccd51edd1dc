package org.decorum.fetch;

import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.Deserializer;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.OriginHold;

/** The three ways between a fetch loop and Kafka. The loop closes them. */
record FetchChannels(
        Consumer<byte[], byte[]> releases,
        Deserializer<CrawlRelease> releaseDeserializer,
        Consumer<byte[], byte[]> holds,
        Deserializer<OriginHold> holdDeserializer,
        Producer<String, SpecificRecord> reports) {}

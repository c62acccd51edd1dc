package org.decorum.stage.cli.parked;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.decorum.stage.runtime.Topics;
import org.decorum.stage.topology.TopicNames;

/**
 * {@code crawl.parked} up to where it ended when this was opened, and the place that was reached in it. The place is kept
 * with the group {@link #GROUP}, and what is before it is deleted: brokers forget the place of a group without members
 * after {@code offsets.retention.minutes}. A second one at work at the same time fences the first.
 */
final class ParkedTopic implements AutoCloseable {

    static final String GROUP = "decorum-parked";

    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Producer<byte[], byte[]> producer;
    private final Admin admin;
    private final Map<TopicPartition, Long> ends;

    private ParkedTopic(
            KafkaConsumer<byte[], byte[]> consumer,
            Producer<byte[], byte[]> producer,
            Admin admin,
            Map<TopicPartition, Long> ends) {
        this.admin = admin;
        this.consumer = consumer;
        this.producer = producer;
        this.ends = ends;
    }

    static ParkedTopic open(Map<String, Object> client) {
        Map<String, Object> writing = new HashMap<>(client);
        writing.put("transactional.id", GROUP);
        writing.put("max.request.size", Integer.toString(Topics.DERIVED_BYTES_MAX));
        Producer<byte[], byte[]> producer =
                new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
        // Before the place is read: from here on nobody else moves it.
        producer.initTransactions();
        Map<String, Object> reading = new HashMap<>(client);
        reading.put("group.id", GROUP);
        reading.put("enable.auto.commit", "false");
        reading.put("auto.offset.reset", "earliest");
        reading.put("isolation.level", "read_committed");
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(TopicNames.PARKED).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        return new ParkedTopic(consumer, producer, Admin.create(client), consumer.endOffsets(partitions));
    }

    /** Publishes at most so many, and tells how many. */
    long publish(long most) {
        long published = 0;
        while (published < most && left() > 0) {
            ConsumerRecords<byte[], byte[]> some = consumer.poll(POLL);
            published += publish(some, most - published);
        }
        return published;
    }

    private long publish(ConsumerRecords<byte[], byte[]> some, long most) {
        Map<TopicPartition, OffsetAndMetadata> places = new HashMap<>();
        Map<TopicPartition, Long> firstLeft = new HashMap<>();
        long published = 0;
        producer.beginTransaction();
        for (ConsumerRecord<byte[], byte[]> record : some) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            if (published < most && record.offset() < ends.getOrDefault(partition, 0L)) {
                // A send that fails fails the commit.
                var unused = producer.send(new ProducerRecord<>(TopicNames.REQUESTS, record.value()));
                places.put(partition, new OffsetAndMetadata(record.offset() + 1));
                published++;
            } else {
                firstLeft.putIfAbsent(partition, record.offset());
            }
        }
        producer.sendOffsetsToTransaction(places, consumer.groupMetadata());
        producer.commitTransaction();
        delete(places);
        firstLeft.forEach(consumer::seek);
        return published;
    }

    /** What has been published again; should this fail, the place in the group is enough until the next time. */
    private void delete(Map<TopicPartition, OffsetAndMetadata> places) {
        Map<TopicPartition, RecordsToDelete> before = new HashMap<>();
        places.forEach((partition, place) -> before.put(partition, RecordsToDelete.beforeOffset(place.offset())));
        var unused = admin.deleteRecords(before);
    }

    /** An upper bound of the records that are left: markers of transactions count as well. */
    long left() {
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - consumer.position(end.getKey())))
                .sum();
    }

    @Override
    public void close() {
        consumer.close();
        producer.close();
        // Waits for what is being deleted.
        admin.close();
    }
}

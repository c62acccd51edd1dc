package org.decorum.fetch;

import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.decorum.schema.FetchFeedback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends feedback keyed by origin; a ticket's offset closes once Kafka has acknowledged it. */
final class FeedbackSender {

    private static final Logger LOG = LoggerFactory.getLogger(FeedbackSender.class);

    private final Producer<String, FetchFeedback> producer;
    private final String topic;
    private final String fetcherId;
    private final OffsetTracker offsets;
    private final Consumer<Throwable> onFailure;

    FeedbackSender(
            Producer<String, FetchFeedback> producer,
            String topic,
            String fetcherId,
            OffsetTracker offsets,
            Consumer<Throwable> onFailure) {
        this.producer = producer;
        this.topic = topic;
        this.fetcherId = fetcherId;
        this.offsets = offsets;
        this.onFailure = onFailure;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    void send(Ticket ticket, FetchResult result) {
        String originKey = ticket.release.getOriginKey();
        FetchFeedback feedback = Feedback.of(ticket.release, result, fetcherId);
        try {
            producer.send(
                    new ProducerRecord<>(topic, originKey, feedback), (metadata, error) -> acknowledged(ticket, error));
        } catch (RuntimeException e) {
            onFailure.accept(e);
        }
    }

    private void acknowledged(Ticket ticket, @Nullable Exception error) {
        if (error == null) {
            offsets.closed(ticket.partition, ticket.offset);
        } else if (error instanceof RecordTooLargeException) {
            LOG.warn(
                    "feedback for {} is too large; its lease will run out: {}",
                    ticket.release.getBookingId(),
                    error.toString());
            offsets.closed(ticket.partition, ticket.offset);
        } else {
            onFailure.accept(error);
        }
    }
}

package org.decorum.stage.error;

import java.util.function.Predicate;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.NewerStateException;
import org.decorum.wire.registry.RegistryUnavailableException;

/** What a failure of a thread means for the instance. The first that fits any cause in its chain counts. */
enum FailureKind {
    UNAUTHORIZED(cause -> cause instanceof AuthorizationException || cause instanceof AuthenticationException),
    BROKEN_PROCESS(cause -> cause instanceof Error),
    /** The next thread would read the same bytes, and another instance their copy. */
    UNREADABLE_STATE(cause -> cause instanceof CorruptStateException || cause instanceof NewerStateException),
    GENERATION_OVER(cause -> cause instanceof GenerationOverException),
    REGISTRY_AWAY(cause -> cause instanceof RegistryUnavailableException),
    /**
     * Kafka says itself that another try may help; or that it gave up this producer, since a transaction took too long
     * or its successor was there already.
     */
    KAFKA_AWAY(cause -> cause instanceof RetriableException
            || cause instanceof ProducerFencedException
            || cause instanceof InvalidProducerEpochException
            || cause instanceof InvalidPidMappingException),
    OTHER(cause -> true);

    private final Predicate<Throwable> fits;

    FailureKind(Predicate<Throwable> fits) {
        this.fits = fits;
    }

    static FailureKind of(Throwable failure) {
        for (FailureKind kind : values()) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (kind.fits.test(cause)) {
                    return kind;
                }
            }
        }
        return OTHER;
    }
}

package org.decorum.stage.error;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class ThreadRestartsTest {

    private final AtomicLong nowMillis = new AtomicLong(1_000_000);
    private final ThreadRestarts restarts = new ThreadRestarts(nowMillis::get);

    @Test
    void aFencedProducerOrABrokerThatIsAwayIsNoReasonToStop() {
        assertThat(restarts.handle(new StreamsException(new ProducerFencedException("fenced"))))
                .isEqualTo(REPLACE_THREAD);
        assertThat(restarts.handle(new TimeoutException("no broker"))).isEqualTo(REPLACE_THREAD);
        assertThat(restarts.handle(new IllegalStateException("a bug"))).isEqualTo(REPLACE_THREAD);
    }

    @Test
    void theEleventhFailureInAMinuteStopsTheInstance() {
        for (int i = 0; i < 10; i++) {
            assertThat(restarts.handle(new IllegalStateException())).isEqualTo(REPLACE_THREAD);
            nowMillis.addAndGet(5_999);
        }
        assertThat(restarts.handle(new IllegalStateException())).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void failuresThatAreAMinutePastAreForgotten() {
        for (int i = 0; i < 100; i++) {
            assertThat(restarts.handle(new IllegalStateException())).isEqualTo(REPLACE_THREAD);
            nowMillis.addAndGet(6_000);
        }
    }

    @Test
    void whatNoRestartCanHelpStopsAtOnceHoweverDeepItIs() {
        assertThat(restarts.handle(new StreamsException(new TopicAuthorizationException("crawl.requests"))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(restarts.handle(new StreamsException(new RuntimeException(new OutOfMemoryError()))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(restarts.handle(new NoClassDefFoundError("a broken installation")))
                .isEqualTo(SHUTDOWN_CLIENT);
    }
}

package org.decorum.stage.error;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.decorum.core.codec.NewerStateException;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ThreadRestartsTest {

    private final AtomicLong nowMillis = new AtomicLong(1_000_000);
    private final List<Long> pauses = new ArrayList<>();
    private final ThreadRestarts restarts = new ThreadRestarts(nowMillis::get, pauses::add);

    @Test
    void aFencedProducerOrABrokerThatIsAwayIsNoReasonToStop() {
        assertThat(restarts.handle(new StreamsException(new ProducerFencedException("fenced"))))
                .isEqualTo(REPLACE_THREAD);
        assertThat(restarts.handle(new TimeoutException("no broker"))).isEqualTo(REPLACE_THREAD);
        assertThat(restarts.handle(new IllegalStateException("a bug"))).isEqualTo(REPLACE_THREAD);
    }

    @Test
    void aStageWhoseGenerationIsOverStopsAtOnce() {
        assertThat(restarts.handle(new StreamsException(new GenerationOverException("over"))))
                .isEqualTo(SHUTDOWN_CLIENT);
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
    void aRegistryThatIsAwayIsWaitedForLongerEachTimeUpToABoundAndNeverStopsTheInstance() {
        for (int i = 0; i < 30; i++) {
            assertThat(restarts.handle(new StreamsException(away()))).isEqualTo(REPLACE_THREAD);
            nowMillis.addAndGet(pauses.get(i));
        }
        assertThat(pauses).startsWith(1_000L, 2_000L, 4_000L, 8_000L, 8_000L).endsWith(8_000L);
        nowMillis.addAndGet(60_000);
        restarts.handle(away());
        assertThat(pauses).last().isEqualTo(1_000L);
    }

    @Test
    @Timeout(60)
    void aThreadThatWaitsForTheRegistryDoesNotKeepAnotherFromItsAnswer() throws InterruptedException {
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ThreadRestarts shared = new ThreadRestarts(nowMillis::get, millis -> {
            waits.countDown();
            await(goOn);
        });
        Thread waiting = new Thread(() -> shared.handle(away()));
        waiting.start();
        waits.await();
        assertThat(shared.handle(new IllegalStateException("a bug"))).isEqualTo(REPLACE_THREAD);
        goOn.countDown();
        waiting.join();
    }

    private static RegistryUnavailableException away() {
        return new RegistryUnavailableException("away", new IOException("refused"));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
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
        assertThat(restarts.handle(new StreamsException(new NewerStateException("state", 6, 5))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(restarts.handle(new NoClassDefFoundError("a broken installation")))
                .isEqualTo(SHUTDOWN_CLIENT);
    }
}

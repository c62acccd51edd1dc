package org.decorum.stage.error;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.NewerStateException;
import org.decorum.stage.metrics.RestartCause;
import org.decorum.wire.registry.RegistryUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ThreadRestartsTest {

    private final AtomicLong nowMillis = new AtomicLong(1_000_000);
    private final List<Long> pauses = new ArrayList<>();
    private final List<RestartCause> restarted = new ArrayList<>();
    private final ThreadRestarts restarts = new ThreadRestarts(restarted::add, nowMillis::get, pauses::add);

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
        assertThat(restarts.stop()).isEmpty();
        assertThat(restarts.handle(new StreamsException(new IllegalStateException("a bug"))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(restarts.stop()).contains(new Stop(StopCause.FAILING, "IllegalStateException: a bug"));
        assertThat(restarted).hasSize(10).containsOnly(RestartCause.FAILURE);
    }

    @Test
    void threadsThatFailTogetherCountAsOneFailure() {
        for (int i = 0; i < 10; i++) {
            for (int thread = 0; thread < 16; thread++) {
                assertThat(restarts.handle(new IllegalStateException())).isEqualTo(REPLACE_THREAD);
                nowMillis.addAndGet(5);
            }
            nowMillis.addAndGet(920);
        }
        assertThat(restarts.handle(new IllegalStateException())).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void aClusterThatIsAwayNeverStopsTheInstanceHoweverManyThreadsItHas() {
        for (int i = 0; i < 60; i++) {
            for (int thread = 0; thread < 16; thread++) {
                assertThat(restarts.handle(new StreamsException(new TimeoutException("no broker"))))
                        .isEqualTo(REPLACE_THREAD);
            }
            assertThat(pauses.subList(16 * i, 16 * i + 16)).as("together").containsOnly(pauses.get(16 * i));
            nowMillis.addAndGet(pauses.get(16 * i));
        }
        assertThat(pauses.stream().distinct()).containsExactly(1_000L, 2_000L, 4_000L, 8_000L);
        assertThat(restarts.stop()).isEmpty();
        assertThat(restarted).hasSize(16 * 60).containsOnly(RestartCause.KAFKA);
    }

    @Test
    void whatIsAwayAndWhatIsBrokenAreCountedApart() {
        for (int i = 0; i < 10; i++) {
            restarts.handle(new IllegalStateException());
            restarts.handle(new TimeoutException("no broker"));
            nowMillis.addAndGet(1_000);
        }
        assertThat(restarts.handle(new DisconnectException("no broker"))).isEqualTo(REPLACE_THREAD);
        assertThat(restarts.handle(new IllegalStateException())).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    @Timeout(60)
    void theThreadThatReadsTheTablesCannotBeReplaced() throws InterruptedException {
        AtomicReference<StreamThreadExceptionResponse> response = new AtomicReference<>();
        Thread global = new Thread(
                () -> response.set(restarts.handle(new StreamsException(new TimeoutException("no broker")))),
                "decorum-1-GlobalStreamThread");
        global.start();
        global.join();
        assertThat(response).hasValue(SHUTDOWN_CLIENT);
        assertThat(restarts.stop()).contains(new Stop(StopCause.WITHOUT_TABLES, "TimeoutException: no broker"));
        assertThat(pauses).isEmpty();
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
        ThreadRestarts shared = new ThreadRestarts(restarted::add, nowMillis::get, millis -> {
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
        assertThat(restarts.handle(new StreamsException(new CorruptStateException("left over"))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(restarts.stop().map(Stop::cause)).as("the first").contains(StopCause.UNAUTHORIZED);
    }
}

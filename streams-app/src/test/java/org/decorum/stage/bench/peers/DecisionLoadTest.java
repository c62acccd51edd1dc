package org.decorum.stage.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DecisionLoadTest {

    /** Answers at once, and takes 10 microseconds of CPU for each key. */
    private static final class Known implements Peer {
        private final Set<String> keys = ConcurrentHashMap.newKeySet();
        private final AtomicLong asked = new AtomicLong();
        private final AtomicInteger open = new AtomicInteger();

        @Override
        public String version() {
            return "known";
        }

        @Override
        public Duration cpuTime() {
            return Duration.ofNanos(asked.get() * 10_000);
        }

        @Override
        public Decider connect() {
            open.incrementAndGet();
            return new Decider() {
                @Override
                public List<Long> waitMicros(List<String> some) {
                    keys.addAll(some);
                    asked.addAndGet(some.size());
                    return Collections.nCopies(some.size(), 0L);
                }

                @Override
                public boolean isBooked() {
                    return true;
                }

                @Override
                public void close() {
                    open.decrementAndGet();
                }
            };
        }

        @Override
        public void close() {}
    }

    @Test
    void eachDecisionIsCountedAndTheServersCpuIsSharedAmongThem() throws InterruptedException {
        Known peer = new Known();
        DecisionLoad.Outcome found;
        try (DecisionLoad load = new DecisionLoad(peer, 3, 4, 10, 1)) {
            load.meetAll();
            assertThat(peer.keys).hasSize(10);
            assertThat(peer.asked).hasValue(10);

            found = load.run(1, 0.05);

            assertThat(peer.keys).hasSize(10);
            assertThat(peer.open).hasValue(3);
        }
        assertThat(found.serverCpuMicros()).isEqualTo(10);
        assertThat(found.perSecond()).isPositive();
        assertThat(found.loadCpuMicros()).isNotNegative();
        assertThat(found.latencyP99Millis()).isGreaterThanOrEqualTo(found.latencyP50Millis());
        assertThat(peer.open).hasValue(0);
    }
}

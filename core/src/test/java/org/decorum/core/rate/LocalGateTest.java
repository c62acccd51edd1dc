package org.decorum.core.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalGateTest {

    private final LocalGate gate = new LocalGate();

    /** A call is {@code at}, {@code at*cost} or {@code at*cost@T}, where T holds from there on. */
    @ParameterizedTest(name = "T={0} tau={1}: {2}")
    @CsvSource({
        "10, 0, '0 25 26 27', '0 25 35 45'",
        "500, 0, '0*4 0*2 0*1 0*1', '0 2000 3000 3500'",
        "500, 0, '0*4 0*4 0*4 0*4', '0 2000 4000 6000'",
        "500, 1500, '0*4 0*2 0*1 0*1', '0 500 1500 2000'",
        "10, 20, '0 0 0 0 0', '0 0 0 10 20'",
        // A new interval acts on the next booking; what is booked stays.
        "10, 0, '0 0 0*1@20 0', '0 10 20 40'",
        "10, 0, '0 0*1@1 0', '0 10 11'",
        // Stored idle time is no burst.
        "1000, 0, '0 60000 60000 60000 60000', '0 60000 61000 62000 63000'"
    })
    void booksInTheOrderAsked(long interval, long tolerance, String calls, String starts) {
        Limit limit = new Limit(interval, tolerance);
        List<String> seen = new ArrayList<>();
        for (String call : calls.split(" ")) {
            String[] parts = call.split("[*@]");
            if (parts.length > 2) {
                limit = new Limit(Long.parseLong(parts[2]), tolerance);
            }
            int cost = parts.length > 1 ? Integer.parseInt(parts[1]) : 1;
            seen.add(Long.toString(gate.reserve("origin", limit, cost, Long.parseLong(parts[0]))));
        }
        assertThat(seen).containsExactly(starts.split(" "));
    }

    @Test
    void anObjectStoreGetsItsBurstThenItsRate() {
        Limit limit = new Limit(10_000, 1_000_000);
        List<Long> starts = Stream.generate(() -> gate.reserve("store", limit, 1, 0))
                .limit(103)
                .toList();
        assertThat(starts.subList(0, 101)).containsOnly(0L);
        assertThat(starts.subList(101, 103)).containsExactly(10_000L, 20_000L);
    }

    @Test
    void originsDoNotDelayEachOther() {
        assertThat(gate.reserve("slow", Limit.every(1_000), 1, 0)).isZero();
        assertThat(gate.reserve("slow", Limit.every(1_000), 1, 0)).isEqualTo(1_000);
        assertThat(gate.reserve("other", Limit.every(10), 1, 0)).isZero();
    }

    @Test
    void forgetsOnlyWhatWouldStartAtOnceAnyway() {
        gate.reserve("past", Limit.every(10), 1, 0);
        gate.reserve("resting", Limit.every(11), 1, 0);
        gate.forgetIdle(10);
        assertThat(gate.size()).isEqualTo(1);
        assertThat(gate.reserve("resting", Limit.every(11), 1, 10)).isEqualTo(11);
        assertThat(gate.reserve("past", Limit.every(10), 1, 10)).isEqualTo(10);
    }

    @Test
    void manyThreadsShareOneBudget() throws Exception {
        int threads = 8;
        int each = 500;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Callable<List<Long>> work = () -> Stream.generate(() -> gate.reserve("origin", Limit.every(7), 1, 0))
                    .limit(each)
                    .toList();
            List<Long> starts = new ArrayList<>();
            for (Future<List<Long>> done : pool.invokeAll(Collections.nCopies(threads, work))) {
                starts.addAll(done.get());
            }
            assertThat(starts.stream().sorted().toList())
                    .isEqualTo(Stream.iterate(0L, at -> at + 7)
                            .limit((long) threads * each)
                            .toList());
        } finally {
            pool.shutdownNow();
        }
    }
}

package org.decorum.stage.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether an origin gets what its budget allows, neither more nor less, when some workers want to fetch from it at once.
 * A window begins with the first start and is as long as was asked for; its budget is one start an interval.
 */
public record Honesty(double startsToBudget, double leastGapToInterval) {

    private static final long FETCH_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final String ORIGIN = "paced.bench.example";

    /** Of starts at these times. */
    public static Honesty of(List<Long> startsMicros, long intervalMicros, double seconds) {
        List<Long> sorted = startsMicros.stream().sorted().toList();
        if (sorted.isEmpty()) {
            return new Honesty(0, 0);
        }
        long end = sorted.get(0) + (long) (seconds * 1e6);
        long starts = sorted.stream().filter(start -> start < end).count();
        long least = Long.MAX_VALUE;
        for (int i = 1; i < starts; i++) {
            least = Math.min(least, sorted.get(i) - sorted.get(i - 1));
        }
        return new Honesty(starts * intervalMicros / (seconds * 1e6), starts < 2 ? 0 : (double) least / intervalMicros);
    }

    /**
     * Lets workers, each with a connection of its own, fetch as soon as they are told that they may. One that is told to
     * wait waits so long; then it goes where it was booked, and else asks again.
     */
    public static Honesty measure(Peer peer, int workers, long intervalMicros, double seconds)
            throws InterruptedException {
        long end = System.nanoTime() + (long) (seconds * 1e9) + TimeUnit.MICROSECONDS.toNanos(intervalMicros);
        List<List<Long>> starts = Workers.run(workers, worker -> () -> {
            List<Long> mine = new ArrayList<>();
            try (Decider decider = peer.connect()) {
                while (System.nanoTime() - end < 0) {
                    long wait = decider.waitMicros(List.of(ORIGIN)).get(0);
                    boolean mayGo =
                            await(TimeUnit.MICROSECONDS.toNanos(wait), end) && (wait == 0 || decider.isBooked());
                    if (mayGo) {
                        mine.add(System.nanoTime() / 1_000);
                        var unused = await(FETCH_NANOS, end);
                    }
                }
            }
            return mine;
        });
        return of(starts.stream().flatMap(List::stream).toList(), intervalMicros, seconds);
    }

    /** False where the end comes first. */
    private static boolean await(long nanos, long end) {
        long until = System.nanoTime() + nanos;
        long now = System.nanoTime();
        while (now - until < 0 && now - end < 0) {
            LockSupport.parkNanos(Math.min(until - now, end - now));
            now = System.nanoTime();
        }
        return now - until >= 0;
    }
}

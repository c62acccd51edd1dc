package org.decorum.fetch;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** The loop's side of {@link FetchCounters}. */
final class FetchStats implements FetchCounters {

    private static final long LATENESS_MICROS_MAX = 60_000_000;

    private final LongAdder read = new LongAdder();
    private final LongAdder started = new LongAdder();
    private final LongAdder fetched = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private final LongAdder queued = new LongAdder();
    private final LongAdder inFlight = new LongAdder();
    private final AtomicLongArray missed = new AtomicLongArray(MissReason.values().length);
    private final Histogram lateness = new ConcurrentHistogram(LATENESS_MICROS_MAX, 2);

    void onRead() {
        read.increment();
    }

    void onUnreadable() {
        unreadable.increment();
    }

    void onQueued(int change) {
        queued.add(change);
    }

    void onInFlight(int change) {
        inFlight.add(change);
    }

    void onStarted(long latenessMicros) {
        started.increment();
        lateness.recordValue(Math.max(0, Math.min(latenessMicros, LATENESS_MICROS_MAX)));
    }

    void onResult(FetchResult result) {
        if (result instanceof FetchResult.Fetched) {
            fetched.increment();
        } else if (result instanceof FetchResult.Failed) {
            failed.increment();
        } else if (result instanceof FetchResult.Missed miss) {
            missed.incrementAndGet(miss.reason().ordinal());
        }
    }

    @Override
    public long read() {
        return read.sum();
    }

    @Override
    public long started() {
        return started.sum();
    }

    @Override
    public long fetched() {
        return fetched.sum();
    }

    @Override
    public long failed() {
        return failed.sum();
    }

    @Override
    public long missed() {
        long sum = 0;
        for (int i = 0; i < missed.length(); i++) {
            sum += missed.get(i);
        }
        return sum;
    }

    @Override
    public long missed(MissReason reason) {
        return missed.get(reason.ordinal());
    }

    @Override
    public long unreadable() {
        return unreadable.sum();
    }

    @Override
    public long queued() {
        return queued.sum();
    }

    @Override
    public long inFlight() {
        return inFlight.sum();
    }

    @Override
    public long startLatenessMicros(double percentile) {
        return lateness.copy().getValueAtPercentile(percentile);
    }
}

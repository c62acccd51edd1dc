package org.decorum.fetch;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** The loop's side of {@link FetchCounters}. */
final class FetchStats implements FetchCounters {

    private static final long LATENESS_MICROS_MAX = 60_000_000;

    private final LongAdder read = new LongAdder();
    private final LongAdder started = new LongAdder();
    private final LongAdder fetched = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder redirected = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private final LongAdder queued = new LongAdder();
    private final LongAdder inFlight = new LongAdder();
    private final Map<MissReason, LongAdder> missed = Stream.of(MissReason.values())
            .collect(Collectors.toUnmodifiableMap(reason -> reason, reason -> new LongAdder()));
    private final Histogram lateness = new ConcurrentHistogram(LATENESS_MICROS_MAX, 2);

    void onRead() {
        read.increment();
    }

    void onUnreadable() {
        unreadable.increment();
    }

    void onRedirected() {
        redirected.increment();
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
            adder(miss.reason()).increment();
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
        return missed.values().stream().mapToLong(LongAdder::sum).sum();
    }

    @Override
    public long missed(MissReason reason) {
        return adder(reason).sum();
    }

    private LongAdder adder(MissReason reason) {
        return Objects.requireNonNull(missed.get(reason));
    }

    @Override
    public long redirected() {
        return redirected.sum();
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

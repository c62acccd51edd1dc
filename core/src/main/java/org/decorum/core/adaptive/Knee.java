package org.decorum.core.adaptive;

import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.rate.Micros;

/**
 * The control law of one origin: how fast and how many at once, learned from what answers take.
 *
 * <p>Two numbers describe a host: L, its latency with nothing of ours queued, and P, how many requests it works on at
 * once, so that P / L is its capacity. The law holds requests in flight to about P at the fetcher, where that is known
 * at once, and paces releases to just under P / L. It stays inside {@link PaceLimits}, and when the policy is slower,
 * the policy's pace is what it is.
 *
 * <p>A release carries the epoch that {@link #released} gives and the cap that was in force before it; what becomes of
 * the release is told with that epoch. It may be told late, out of order, or never. Times are microseconds since the
 * epoch and above 0; {@code now} never runs backwards.
 */
public final class Knee {

    private static final long FIRST_INTERVAL_MICROS = 50_000;
    private static final long FORGET_MICROS = 600_000_000;
    private static final int START_MIN = 4;
    private static final int START_MAX = 64;
    private static final int DECIDABLE = 3;

    private KneeState state;

    /** @param seed of the origin's key, so that what origins do now and then they do not do together */
    public Knee(long seed) {
        state = new KneeState(seed);
    }

    private Knee(KneeState state) {
        this.state = state;
    }

    /** The emission interval, per unit of cost, for the next release. */
    public long intervalMicros(PaceLimits limits) {
        return state.host.isKnown()
                ? limits.intervalMicros(state.host.unitMicros(), state.train.isOn() ? state.train.work() : state.work)
                : limits.clampInterval(FIRST_INTERVAL_MICROS);
    }

    /** How many requests the fetcher may have in flight when it starts the next release. */
    public int inFlightMax(PaceLimits limits) {
        return limits.clampInFlight(state.train.isOn() ? state.train.cap() : state.cap);
    }

    /** No slot before this: the origin is to finish what it has. */
    public long notBeforeMicros() {
        return state.notBeforeMicros;
    }

    /** How long after its slot began a release may wait at the fetcher for a place in flight. */
    public long patienceMicros() {
        return Setting.patienceMicros(state.host);
    }

    /** How many releases may be out, booked and not yet heard of. */
    public int outstandingMax(long now, PaceLimits limits) {
        double perMicro = 1.0 / FIRST_INTERVAL_MICROS;
        if (state.host.isKnown()) {
            double lasting = Math.min(state.work, state.cap);
            double train = state.train.isOn() ? Math.min(state.train.work(), state.train.cap()) : 0;
            perMicro = Math.max(lasting, train) / state.host.unitMicros();
        }
        return state.permits.outstandingMax(
                Math.max(inFlightMax(limits), limits.clampInFlight(state.cap)), perMicro, now);
    }

    /** The epoch that the next release carries. */
    public int epoch() {
        return state.stamp;
    }

    /** Whether the present setting is a try: the origin is not known yet, or a train is under way. */
    public boolean isProbing() {
        return state.phase == Phase.START || state.train.isOn();
    }

    /** P as it is estimated now, at least 1. */
    public double parallelism() {
        return state.host.parallel();
    }

    /** L as it is estimated now, microseconds; 0 before the first answer. */
    public long normalMicros() {
        return state.host.normalMicros();
    }

    /**
     * A request was booked.
     *
     * @param slotMicros when it may start
     * @return the epoch that its release carries, at least 1
     */
    public int released(long slotMicros, int cost, long now, PaceLimits limits) {
        if (!state.isUnused() && Micros.subtract(slotMicros, state.lastSlotMicros) > FORGET_MICROS) {
            state = state.forgotten();
        }
        int carried = state.stamp;
        long interval = Micros.multiply(intervalMicros(limits), cost);
        state.permits.booked(slotMicros - now);
        state.lastSlotMicros = slotMicros;
        if (state.train.isOn() && state.train.released(slotMicros)) {
            state.stamp = state.epoch + 1;
            long after = Micros.add(slotMicros, interval);
            state.notBeforeMicros = Math.max(state.notBeforeMicros, Micros.add(after, state.train.restMicros()));
        }
        return carried;
    }

    /** An answer that tells how busy the origin is. */
    public void answered(int epoch, Fetched answer, long now, PaceLimits limits) {
        state.permits.heard(now - answer.finishedMicros());
        Course course = new Course(state, now, limits);
        if (epoch == state.epoch + 1 && epoch == state.stamp) {
            overtook(course);
        }
        if (epoch != state.epoch || state.phase.isTrain() && !state.train.measures(answer.startedMicros())) {
            return;
        }
        double ratio = state.host.ratio(answer);
        if (ratio == 0) {
            lost(course);
            return;
        }
        if (!state.window.skips() && course.shifted(ratio)) {
            return;
        }
        state.window.add(ratio, state.host.normalMicros(answer), answer);
        if (state.phase == Phase.START) {
            takeMoreIfTheyVary();
        }
        if (state.window.count() >= state.need) {
            course.decide();
        }
    }

    /** At the start nothing is known of how far latencies vary. */
    private void takeMoreIfTheyVary() {
        if (state.window.count() < START_MIN) {
            return;
        }
        double variation = Math.max(state.host.variation(), state.window.variation());
        int wanted = (int) Math.min(START_MAX, 40 * variation);
        int affordable = (int) (8 + 1e6 * state.cap / state.host.normalMicros());
        if (wanted >= START_MIN) {
            state.need = Math.max(state.need, Math.min(affordable, wanted));
        }
    }

    /**
     * A release will bring no latency: it missed its slot, its lease ran out, or its answer was an error or came from a
     * cache.
     */
    public void lost(int epoch, long now, PaceLimits limits) {
        if (epoch == state.epoch) {
            lost(new Course(state, now, limits));
        }
    }

    private void lost(Course course) {
        if (state.phase.isTrain() && !state.window.skipped()) {
            state.need--;
            decideIfFull(course);
        }
    }

    /** A train whose last answers do not come is decided without them. */
    private void overtook(Course course) {
        if (++state.overtaken > 16 + 4 * state.cap) {
            state.need = 0;
            decideIfFull(course);
        }
    }

    private void decideIfFull(Course course) {
        if (state.window.count() < state.need) {
            return;
        }
        if (state.window.count() >= DECIDABLE) {
            course.decide();
        } else {
            course.abandon();
        }
    }

    /** The origin answered 429 or 503: half the rate, once for all that was released before the cut. */
    public void refused(int epoch, long now, PaceLimits limits) {
        if (epoch >= state.cutEpoch) {
            new Course(state, now, limits).refused();
        }
    }

    /** A clock was wrong: nothing is known of the origin, and nothing that was released before says anything. */
    public void forget() {
        state = state.forgotten();
        state.notBeforeMicros = 0;
    }

    public Knee copy() {
        return new Knee(state.copy());
    }

    public void write(StateWriter out) {
        state.write(out);
    }

    public static Knee read(StateReader in) {
        return new Knee(KneeState.read(in));
    }
}

package org.decorum.core.adaptive;

/**
 * Decides, once a window of answers is full, what they mean and what is asked next. A decision is made from answers to
 * what was released under the setting in force, so that late news space the decisions, and never make them overshoot.
 *
 * <pre>{@code
 * START    latency rose, or twice as many did not do a third more: P = what was done, CRUISE; else twice as many
 * CRUISE   slow: HALF; a little slow twice: a small step down, then HALF; quicker: the normal is what it is now
 *          now and then: PROBE, and where latencies vary, HALF
 * PROBE    as quick as ever: P = what the train brought, the next PROBE; else a smaller one, or CRUISE
 * HALF     still slow: the normal is what it is now; not slow: it was our queue, P = what was done,
 *          or, the first time, if it was more than our queue: a moment, and nothing changes
 * }</pre>
 */
final class Course {

    private static final double GROWTH_MIN = 1.3;
    private static final double IDLE = 0.35;
    private static final double START_CHANCE = 1.5;
    private static final double START_SLACK = 0.05;
    private static final double SOME = 0.3;
    private static final double QUICKER = -0.2;
    private static final double STEP = 0.98;
    private static final double STEP_MAX = 0.9;
    private static final double DRIFT = 0.02;
    private static final int SHIFT_SAMPLES = 8;

    private final KneeState state;
    private final HostModel host;
    private final Trains trains;
    private final long now;
    private final PaceLimits limits;

    Course(KneeState state, long now, PaceLimits limits) {
        this.state = state;
        this.host = state.host;
        this.trains = new Trains(state, now);
        this.now = now;
        this.limits = limits;
    }

    /** A window is full. */
    void decide() {
        Window window = state.window;
        host.mix(window);
        double mean = window.mean();
        switch (state.phase) {
            case START -> start(window, mean, window.count());
            case CRUISE -> cruised(window, mean, window.count());
            case PROBE -> probed(window, mean, window.count());
            case HALF -> halved(window, mean, window.count());
        }
    }

    private void start(Window window, double mean, int n) {
        if (state.cap == 1) {
            host.renew(mean, n);
            host.vary(window.variation(), 1);
            trains.halfLater(0);
            grow();
            return;
        }
        double work = Math.min(state.cap, window.work());
        boolean saturated = isSaturated(mean, work, n);
        if (saturated && host.isNoisy() && !state.doubted) {
            state.doubted = true;
            state.need = 2 * n;
            return;
        }
        state.doubted = false;
        if (saturated) {
            knee(mean, work);
            return;
        }
        host.vary(window.variation(), 0.5);
        host.parallel(Math.max(host.parallel(), work));
        state.lastWork = Fixed.of(work);
        if (!host.isExact()) {
            host.merge(mean, n, 0);
        } else if (mean < 1) {
            host.scale(mean);
        }
        grow();
    }

    private boolean isSaturated(double mean, double work, int n) {
        double chance = START_CHANCE * host.error(n);
        double workChance = host.isNoisy() ? START_CHANCE * chance + 3.0 / n : chance;
        return mean - 1 > HostModel.TOLERANCE + START_SLACK + chance
                || work < IDLE * state.cap
                || work < (GROWTH_MIN - workChance) * state.lastWork;
    }

    private void knee(double mean, double work) {
        int tried = state.cap;
        host.parallel(Math.max(host.parallel(), Math.min(tried / mean, work)));
        state.probing.begin(host.isNoisy());
        cruise();
        rest((tried - host.parallel()) / host.parallel());
    }

    /** Twice as many, unless the policy allows no more. */
    private void grow() {
        if (isHeldByPolicy(state.cap)) {
            cruise();
            return;
        }
        state.cap = Math.min(limits.inFlightMax(), 2 * state.cap);
        state.work = KneeState.START_PACE * state.cap;
        int answers = Math.max(KneeState.START_BATCH, Math.min(2 * state.cap, Math.max(64, state.cap)));
        state.epoch(Phase.START, state.cap / 2, answers);
    }

    private void cruised(Window window, double mean, int n) {
        if (mean - 1 < QUICKER - HostModel.CHANCE * host.error(n)) {
            quicker(mean);
            return;
        }
        double excess = mean - 1 - host.tolerance(n);
        if (excess > 0 && isTrue(window)) {
            state.inflated++;
            if (state.inflated > 1 && (state.stepped || excess > SOME)) {
                trains.suspect(mean, window.work(), limits);
                return;
            }
            if (state.inflated > 1) {
                stepDown(mean, window.work());
                return;
            }
        } else {
            usual(window, mean, n);
        }
        state.probing.usual(mean, 0.3);
        if (!host.isExact() && now >= state.nextHalfMicros) {
            trains.half(0, 0);
        } else if (!state.probing.isDue(now) || !probe()) {
            state.window = new Window(0);
            state.need = host.batch(state.cap);
        }
    }

    /** Where latencies do not vary, a mean says something only if most of its answers do. */
    private boolean isTrue(Window window) {
        return host.isNoisy() || window.isLate();
    }

    private void stepDown(double mean, double work) {
        double parallel = host.parallel();
        host.parallel(Math.max(STEP_MAX * parallel, Math.min(STEP * parallel, work)));
        cruise();
        state.stepped = true;
        rest(1.2 * (mean - 1));
        state.probing.notAtOnce(now);
    }

    private void usual(Window window, double mean, int n) {
        state.inflated = 0;
        state.stepped = false;
        state.forgiven = false;
        host.vary(window.variation(), 0.2);
        if (host.isNoisy()) {
            host.merge(mean, n, DRIFT);
        } else if (host.isExact() && mean < 1) {
            host.renew(mean, n);
        } else if (!host.isExact()) {
            host.scale(1 + (mean < 1 ? 0.2 : DRIFT) * (mean - 1));
        }
    }

    private void quicker(double mean) {
        host.renew(mean, SHIFT_SAMPLES);
        cruise();
        state.probing.soon(now);
    }

    private void probed(Window window, double mean, int n) {
        double gain = state.probing.gain();
        double parallel = host.parallel();
        double carried = gain * parallel;
        if (!state.train.filled(window)) {
            carried = Math.min(carried, window.inFlight());
        }
        boolean quick = host.isNoisy()
                ? mean <= state.probing.usual() * (gain + 1) / 2
                : mean - 1 <= trains.toleratedIn(gain) + HostModel.CHANCE * host.variation() / Math.sqrt(n);
        if (state.train.isComplete(window) && quick && carried > 1.02 * parallel) {
            host.parallel(carried);
            state.probing.carried(mean);
            cruise();
            probe();
        } else {
            probeFailed();
        }
    }

    private void probeFailed() {
        boolean smaller = state.probing.failed(host.isNoisy(), now, state.dephased());
        cruise();
        if (smaller) {
            probe();
        }
    }

    private boolean probe() {
        return !isHeldByPolicy(host.parallel()) && trains.probe();
    }

    /** The policy allows no more than so many at once, so that nothing could be learned from asking for more. */
    private boolean isHeldByPolicy(double requests) {
        return requests >= limits.inFlightMax() || limits.fastestMicros() * requests >= host.unitMicros();
    }

    private void halved(Window window, double mean, int n) {
        boolean slow = mean - 1 > host.tolerance(n) && isTrue(window);
        if (slow) {
            host.renew(mean, n);
            state.permits.freeUntil(state.lastSlotMicros);
        } else {
            if (state.suspectWork > 0 && !state.isForeign) {
                host.parallel(Math.min(STEP * host.parallel(), state.suspectWork));
            }
            state.forgiven = state.suspectWork > 0 && state.isForeign;
            if (!host.isExact()) {
                host.merge(mean, n, 0);
            } else if (Math.abs(mean - 1) > DRIFT) {
                host.merge(mean, n, 0.5);
            }
        }
        cruise();
        if (slow && !host.isNoisy()) {
            rest((state.cap - host.parallel()) / host.parallel());
        }
    }

    /** The origin has become much slower or quicker, say the answers that came in a row. */
    boolean shifted(double ratio) {
        if (state.phase == Phase.START || state.phase != Phase.CRUISE && host.isNoisy()) {
            return false;
        }
        boolean slower = state.phase != Phase.HALF && state.slower.add(ratio, host.variation(), state.cap);
        if (state.faster.add(ratio, host.variation(), state.cap)) {
            quicker(state.faster.mean());
            return true;
        }
        if (slower) {
            double mean = state.slower.mean();
            double step = (host.isNoisy() ? STEP_MAX : STEP) * host.parallel();
            trains.suspect(mean, host.isNoisy() ? step : Math.min(step, state.cap / mean), limits);
        }
        return slower;
    }

    /** The origin refused: half the rate. At the start the rate of the epoch before is half of it already. */
    void refused() {
        state.probing.refused(state.phase == Phase.PROBE && state.train.isOn() ? state.train.cap() : state.cap, now);
        if (state.phase != Phase.START) {
            host.parallel(host.parallel() / 2);
        }
        cruise();
        state.cutEpoch = state.epoch;
    }

    /** Too little came back from a train to decide anything. */
    void abandon() {
        if (state.phase == Phase.PROBE) {
            state.probing.later(now, state.dephased());
        }
        cruise();
    }

    private void cruise() {
        state.cap = Setting.cap(host);
        state.work = Setting.work(host, state.cap, state.permits.areAhead());
        state.inflated = 0;
        state.suspectWork = 0;
        state.epoch(Phase.CRUISE, state.cap, host.batch(state.cap));
    }

    private void rest(double normals) {
        state.rest((long) (normals * host.normalMicros()), now, limits.intervalMicros(host.unitMicros(), state.work));
    }
}

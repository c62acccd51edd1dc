package org.decorum.core.adaptive;

/** Plans the trains that {@link Phase#PROBE} and {@link Phase#HALF} measure: how long, how dense, and how much rest. */
final class Trains {

    private static final int SHORTEST = 8;
    private static final int SHORTEST_NOISY = 16;
    private static final int PER_VARIATION = 16;
    private static final double NOISY_SHORTEST = 32;
    /** What waits in our own queue makes latency rise by what is in flight over P, and a little. */
    private static final double OURS = 1.2;

    private static final long HALF_EVERY_MICROS = 30_000_000;

    /** A train at half the load may take this part of the time until the next. */
    private static final double HALF_SHARE = 20;

    private final KneeState state;
    private final HostModel host;
    private final long now;

    Trains(KneeState state, long now) {
        this.state = state;
        this.host = state.host;
        this.now = now;
    }

    /** How far latency may rise in a train that brings {@code gain} times as much, where it does not vary. */
    double toleratedIn(double gain) {
        return Math.min(HostModel.TOLERANCE, 0.5 * (gain - 1));
    }

    /** Brings a little more than the origin is thought to carry; false if there is no sense in it now. */
    boolean probe() {
        return host.isNoisy() ? noisyProbe() : exactProbe();
    }

    /** Fills the cap, then measures as many as tell a rise from chance. */
    private boolean noisyProbe() {
        if (state.probing.isFine()) {
            state.probing.begin(false);
        }
        double gain = state.probing.gain();
        int wanted = Math.max(state.cap + 1, Setting.fitting(gain * host.parallel()));
        int cap = state.probing.allowed(wanted, state.cap, now);
        if (cap == 0) {
            return notNow();
        }
        double enough = Math.pow(2 * HostModel.CHANCE * host.variation() / (gain - 1), 2);
        double affordable = Math.max(SHORTEST_NOISY + NOISY_SHORTEST * host.variation(), host.perSecond());
        int measured = (int) Math.max(SHORTEST_NOISY, Math.min(enough, affordable));
        state.epoch(Phase.PROBE, 0, measured);
        state.train.start(cap, measured, cap, Setting.loose(cap, state.permits.areAhead()) * cap, 0);
        return true;
    }

    /** Lets a queue grow, if one grows, until the last third shows it, then lets it drain. */
    private boolean exactProbe() {
        double gain = state.probing.gain();
        double parallel = host.parallel();
        int cap = state.probing.allowed(Math.max(state.cap, (int) Math.ceil(gain * parallel)), state.cap, now);
        double tolerated = toleratedIn(gain);
        double enough = host.isExact() ? 0 : Math.pow(HostModel.CHANCE * host.variation() / tolerated, 2);
        if (cap == 0 || state.probing.isFine() && 3 * enough > Math.max(64, 2 * host.perSecond())) {
            state.probing.begin(false);
            return notNow();
        }
        double excess = 1 - 1 / gain;
        double chance = 3 * Math.min(enough, Math.max(22, 0.7 * host.perSecond()));
        int length = (int) Math.max(Math.max(SHORTEST, 2 * cap), Math.max(6 * tolerated * parallel / excess, chance));
        int warmUp = Math.max(Math.min(length / 3, cap), 2 * length / 3);
        double queued = Math.min(cap - parallel, length * excess);
        state.epoch(Phase.PROBE, 0, length - warmUp);
        state.train.start(
                warmUp, length - warmUp, cap, gain * parallel, (long) (queued * host.normalMicros() / parallel));
        return true;
    }

    private boolean notNow() {
        state.probing.later(now, state.dephased());
        return false;
    }

    /** Latency rose by {@code mean} while {@code work} was done: is it the origin, or our queue? */
    void suspect(double mean, double work, PaceLimits limits) {
        half(Math.max(1, work), mean);
        state.isForeign = !state.forgiven && mean > OURS * state.cap / host.parallel();
        if (!state.isForeign) {
            state.work = state.suspectWork;
        }
        long interval = limits.intervalMicros(host.unitMicros(), state.train.work());
        state.rest((long) (mean * host.normalMicros()), now, interval);
        state.probing.notSoon(now);
    }

    /** Measures with half of the origin idle, at half of {@code suspectWork}, if latency rose, or of P. */
    void half(double suspectWork, double mean) {
        double work = suspectWork > 0 ? suspectWork : host.parallel();
        double affordable = Math.max(SHORTEST + PER_VARIATION * host.variation(), 0.5 * host.perSecond());
        double length = Math.min(host.batch(state.cap), affordable);
        if (mean > 1) {
            double enough = Math.pow(2 * HostModel.CHANCE * host.variation() / (mean - 1), 2);
            length = Math.min(length, Math.max(SHORTEST, enough));
        }
        int measured = (int) length;
        state.suspectWork = Fixed.of(suspectWork);
        state.inflated = 0;
        state.stepped = false;
        halfLater(measured * host.normalMicros() / work);
        state.epoch(Phase.HALF, 0, measured);
        state.train.start(0, measured, Math.max(1, state.cap / 2), 0.5 * work, 0);
    }

    /** A train at half the load that took so long is not sent again soon. */
    void halfLater(double tookMicros) {
        double wait = Math.max(HALF_EVERY_MICROS, HALF_SHARE * tookMicros);
        state.nextHalfMicros = now + (long) ((0.9 + 0.2 * state.dephased()) * wait);
    }
}

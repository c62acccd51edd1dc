package org.decorum.core.adaptive;

public final class Knee {

    enum Phase { START, CRUISE, PROBE, LOW }

    public static double ETA = 0.98, EPS = 0.10, GROW = 2, PROBE = 1.25, FINE = 1.03, Z = 2, START_PACE = 1.25, NOISY = 0.15, NOISY_ETA = 1.1;
    public static int SLACK = 1, NOISY_SLACK = 0, BATCH = 8, BATCH_MAX = 400, START_MAX = 64;
    static final long FIRST_INTERVAL = 50_000, PROBE_EVERY = 5_000_000, PROBE_MAX = 10_000_000, LOW_EVERY = 30_000_000;
    public static boolean DEBUG; public static double PATIENCE = 2, UPDRIFT = .5, ALARM = 4, CUT = .9, CEIL = .15, CREEP = .02, NMIN = 32, CALM_ETA = .99, SMALL = 3, LEADSMALL = .3, USUAL = 1.1, LOWN = 16;public static int SAMPLES_MAX = 2000; public static double[] GAINS = {1.03, 1.25, 1.5}; public static double AHEAD = 1.1;

    Baseline baseline = new Baseline();
    Window window = new Window();
    Train train = new Train();
    Phase phase = Phase.START;
    int epoch, stamp, cutEpoch;
    int cap = 1;
    double work = START_PACE, parallel = 1, variation, lastWork;
    double unitMicros;   // per unit of cost
    long normalMicros;   // per request
    int need = 4;
    long waitMicros = PROBE_EVERY, nextProbe, nextLow;
    int levelMax = 2, level = 1; int samples; int trainSkip; long mark = Long.MAX_VALUE;
    double usual = 1; int planned, trainCap; boolean doubted, stepped;
    int ceiling = 1 << 20; long ceilingUntil; static final long CEILING = 60_000_000;
    int inflated; double suspectWork;
    Shift slower = new Shift(1), quicker = new Shift(-1); int later;
    long notBefore = Long.MIN_VALUE, lastSlot = Long.MIN_VALUE;

    public long intervalMicros(PaceLimits limits) {
        if (normalMicros == 0) return limits.clampInterval(FIRST_INTERVAL);
        return limits.intervalMicros(unitMicros, train.isOn() ? train.work() : work);
    }
    public int inFlightCap(PaceLimits limits) { return limits.clampInFlight(train.isOn() ? train.cap() : cap); }
    public long notBeforeMicros() { return notBefore; }
    public boolean probing() { return train.isOn() || phase == Phase.START; }

    /** @return epoch to carry */
    public int released(long slot, long now, int cost, PaceLimits limits) {
        int e = stamp;
        lead = Math.max(slot - now, lead - lead / 64);
        long interval = intervalMicros(limits);
        lastSlot = slot;
        if (train.isOn() && trainSkip-- == 0) mark = slot;
        if (train.isOn() && train.released()) {
            stamp = epoch + 1;
            notBefore = Math.max(notBefore, slot + cost * interval + train.restMicros());
        }
        return e;
    }

    public void missed(int e, long now, PaceLimits limits) { if (e == epoch) lost(now, limits); }
    void lost(long now, PaceLimits limits) {
        if (phase != Phase.PROBE && phase != Phase.LOW) return;
        if (window.skipped()) return;
        need--;
        if (window.count() >= need) {
            if (window.count() >= 3) decide(now, limits); else { if (DEBUG) System.out.println("abandon " + phase); suspectWork = 0; Phase p = phase; cruise(limits, now); if (p == Phase.PROBE) later(now); }
        }
    }

    public void overload(int e, long now, PaceLimits limits) {
        if (e < cutEpoch) return;
        ceiling = Math.max(2, (int) Math.ceil(.8 * (e == epoch && phase == Phase.PROBE ? train.cap() : cap)) ); ceilingUntil = now + CEILING;
        if (DEBUG) System.out.printf("%8.3f overload in %s, ceiling %d%n", now/1e6, phase, ceiling);
        if (phase != Phase.START) parallel = Math.max(1, Fixed.of(parallel / 2));
        cruise(limits, now); cutEpoch = epoch; nextProbe = now + 2_000_000;
    }

    public void answered(int e, long started, long finished, int cost, long now, PaceLimits limits) {
        back = Math.max(now - finished, back - back / 64);
        if (e == epoch + 1 && e == stamp && ++later > 16 + 4 * cap) { need = 0; lost(now, limits); }
        if (e != epoch || (phase == Phase.PROBE || phase == Phase.LOW) && started < mark) return;
        long latency = Math.max(1, finished - started);
        int c = Baseline.classOf(cost);
        if (baseline.isEmpty()) { baseline.begin(c, latency); normalMicros = latency; unitMicros = Fixed.of((double) latency / cost); nextLow = now + LOW_EVERY; }
        if (!baseline.isLearned(c)) { baseline.learn(c, latency); lost(now, limits); return; }
        long normal = baseline.normalMicros(c);
        double ratio = (double) latency / normal;
        if (window.skips() == 0 && jumped(ratio, now, limits)) return;
        window.add(ratio, normal, cost, started, finished);
        if (phase == Phase.START && window.count() >= 4) {
            int wanted = (int) Math.min(START_MAX, 40 * Math.max(variation, window.variation()));
            if (wanted >= 4) need = Math.max(need, Math.min((int) (8 + 1e6 * cap / normal), wanted));
        }
        if (window.count() >= need) decide(now, limits);
    }

    long lead, back;
    public int outstandingMax(PaceLimits limits) {
        double perMicro = normalMicros == 0 ? 1.0 / FIRST_INTERVAL : (train.isOn() ? Math.max(Math.min(work, cap), Math.min(train.work(), train.cap())) : Math.min(work, cap)) / unitMicros;
        return (int) (Math.max(inFlightCap(limits), cap) + AHEAD * perMicro * (lead + back) + 2);
    }
    public long patienceMicros() { return Math.min(250_000, Math.max(20_000, (long) (PATIENCE * normalMicros))); }
    double tolerance(int n) { return EPS + Z * error(n); }
    double error(int n) { return variation * Math.sqrt(1.0 / Math.max(1, n) + 1.0 / Math.max(1, samples)); }
    void merge(double infl, int n, double gainMin) { double gain = Math.max(gainMin, (double) n / (n + samples)); samples = Math.min(SAMPLES_MAX, samples + n); scale(1 + gain * infl); }
    void renew(double mean, int n) { samples = n; scale(mean); }
    int size() {
        double noise = Math.pow(Z * variation / EPS, 2);
        return (int) Math.min(BATCH_MAX, Math.max(BATCH, Math.max(2 * cap, Math.min(noise, Math.max(NMIN * variation, 2e6 * parallel / normalMicros)))));
    }
    boolean noisy() { return variation >= NOISY; }
    double loose(int k) { return lead > 0 ? 1 + Math.max(NOISY_ETA - 1, LEADSMALL / k) : 1 + Math.max(NOISY_ETA - 1, SMALL / k); }
    double eta() { return noisy() ? loose(cap) : variation < .02 ? CALM_ETA : ETA; }

    boolean jumped(double ratio, long now, PaceLimits limits) {
        if (phase == Phase.START || phase != Phase.CRUISE && noisy()) return false;
        boolean up = phase != Phase.LOW && slower.add(Math.min(ratio, 1000), variation, cap), down = quicker.add(Math.min(ratio, 1000), variation, cap);
        if (down) { double m = quicker.mean(); if (DEBUG) System.out.printf("%8.3f faster %.2f%n", now/1e6, m); faster(m, limits, now); }
        else if (up) { double m = slower.mean();if (DEBUG) System.out.printf("%8.3f slower %.2f%n", now/1e6, m); suspect(m, noisy() ? CUT * parallel : Math.min(parallel * .98, cap / m), now, limits); }
        return up || down;
    }
    void faster(double mean, PaceLimits limits, long now) {
        renew(mean, 8);
        cruise(limits, now);
        nextProbe = Math.min(nextProbe, now + 1_000_000);
    }
    void scale(double f) { baseline.scale(f); unitMicros = Fixed.of(unitMicros * f); normalMicros = Math.max(1, Math.round(normalMicros * f)); }

    void decide(long now, PaceLimits limits) {
        double mean = window.mean(), cv = window.variation(), w = window.work(); int n = window.count();
        if (DEBUG) System.out.printf("%8.3f %s e%d K%d P%.2f L%.1f cv%.2f  n%d mean %.3f w %.2f%n", now / 1e6, phase, epoch, cap, parallel, normalMicros / 1e3, variation, n, mean, w);
        double infl = mean - 1;
        unitMicros = Fixed.of(window.unitMicros()); normalMicros = Math.max(1, Math.round(window.normalMicros()));
        switch (phase) {
            case START -> {
                if (cap == 1) { renew(mean, n); variation = Fixed.of(cv); lastWork = 1; grow(limits); return; }
                double error = 1.5 * error(n);
                boolean saturated = infl > EPS + .05 + error || w < .35 * cap || w < (1.3 - (noisy() ? 1.5 * error + 3.0 / n : error)) * lastWork;
                if (saturated && noisy() && !doubted) { doubted = true; need = 2 * n; return; }
                doubted = false;
                if (!saturated) {
                    variation = Fixed.of(variation + .5 * (cv - variation));
                    parallel = Math.max(parallel, Fixed.of(w)); lastWork = Fixed.of(w);
                    if (variation > .02) merge(infl, n, 0); else if (infl < 0) scale(mean);
                    if (cap >= limits.inFlightMax()) cruise(limits, now); else grow(limits);
                } else {
                    int k = cap;
                    parallel = Math.max(parallel, Fixed.of(Math.min(k / mean, w)));
                    level = noisy() ? 2 : 1; cruise(limits, now); rest((long) ((k - parallel) * normalMicros / parallel), now, limits);
                }
            }
            case PROBE -> {
                double g = GAINS[level];
                double most = noisy() ? usual * (g + 1) / 2 - 1 : Math.min(EPS, .5 * (g - 1)) + Z * variation / Math.sqrt(n);
                boolean full = window.count() >= .7 * planned;
                double reached = window.offered() * mean;
                double next = reached < .8 * trainCap ? Math.min(parallel * g, reached) : parallel * g;
                if (full && infl <= most && next > 1.02 * parallel) { parallel = Fixed.of(next); level = Math.min(2, level + 1); cruise(limits, now); waitMicros = PROBE_EVERY; usual = Fixed.of(usual + .5 * (Math.max(.7, Math.min(USUAL, mean)) - usual)); probe(now, limits); }
                else if (level > (noisy() ? 1 : 0)) { level--; cruise(limits, now); probe(now, limits); }
                else { level = noisy() ? 2 : 1; cruise(limits, now); later(now); }
            }
            case LOW -> {
                boolean slow = infl > tolerance(n);
                if (slow) renew(mean, n);
                else {
                    if (suspectWork > 0) parallel = Fixed.of(Math.max(1, Math.min(parallel * .98, suspectWork)));
                    if (Math.abs(infl) > .02 || variation > .02) merge(infl, n, variation > .02 ? 0 : .5);
                }
                suspectWork = 0;
                cruise(limits, now);
                if (slow && !noisy()) rest((long) ((cap - parallel) * normalMicros / parallel), now, limits);
            }
            case CRUISE -> {
                if (infl < -.2 - Z * error(n)) { faster(mean, limits, now); return; }
                if (infl > tolerance(n)) {
                    inflated++;
                    if (infl > .5 + tolerance(n) || inflated >= 2 && (stepped || infl > .3 + tolerance(n))) { suspect(mean, w, now, limits); return; }
                    if (inflated >= 2) {
                        stepped = true;
                        parallel = Math.max(1, Fixed.of(Math.max(.9 * parallel, Math.min(.98 * parallel, w))));
                        cruise(limits, now); rest((long) (1.2 * infl * normalMicros), now, limits); nextProbe = Math.max(nextProbe, now + PROBE_EVERY);
                        return;
                    }
                } else {
                    inflated = 0; stepped = false;
                    variation = Fixed.of(variation + .2 * (cv - variation));
                    if (noisy()) merge(infl, n, CREEP); else if (infl < 0 && variation < .02) renew(mean, n); else if (variation > .02) scale(1 + (infl < 0 ? .2 : CREEP) * infl);
                }
                usual = Fixed.of(usual + .3 * (Math.max(.7, Math.min(USUAL, mean)) - usual));
                if (variation > .02 && now >= nextLow) { low(0, 0, now, limits); return; }
                if (now >= nextProbe && probe(now, limits)) return;
                window = new Window(0); need = size();
            }
        }
    }
    void later(long now) { nextProbe = now + waitMicros; waitMicros = Math.min(PROBE_MAX, waitMicros * 3 / 2); }
    boolean probe(long now, PaceLimits limits) {
        if (now >= ceilingUntil) ceiling = 1 << 20;
        if (cap + 1 >= ceiling) { later(now); return false; }
        double g = GAINS[level];
        int k = Math.min(ceiling - 1, Math.max(cap, (int) Math.ceil(parallel * g))); double over = 1 - 1 / g; double perSecond = parallel * 1e6 / normalMicros;
        if (noisy()) {
            if (level == 0) level = 1;
            g = GAINS[level]; k = Math.min(ceiling - 1, Math.max(cap + 1, (int) Math.ceil(parallel * g - CEIL)));
            int m = (int) Math.max(16, Math.min(Math.pow(2 * Z * variation / (g - 1), 2), Math.max(16 + NMIN * variation, perSecond)));
            train(Phase.PROBE, k + m, k, k, loose(k) * k, 0);
            return true;
        }
        double h = Math.min(EPS, .5 * (g - 1)); double noise = variation > .02 ? Math.pow(Z * variation / h, 2) : 0;
        if (level == 0 && 3 * noise > Math.max(64, 2 * perSecond)) { level = 1; later(now); return false; }
        int n = (int) Math.max(Math.max(8, 2 * k), Math.max(6 * h * parallel / over, 3 * Math.min(noise, Math.max(22, .7 * perSecond))));
        double rest = Math.min(k - parallel, n * over) * normalMicros / parallel;
        int skip = Math.max(Math.min(n / 3, k), 2 * n / 3);
        train(Phase.PROBE, n, skip, k, g * parallel, (long) rest);
        return true;
    }
    void suspect(double mean, double w, long now, PaceLimits limits) { 
        double waiting = mean * normalMicros;
        low(Math.max(1, w), mean, now, limits);
        rest((long) waiting, now, limits);
    }
    void low(double suspectWork, double mean, long now, PaceLimits limits) {
        this.suspectWork = Fixed.of(suspectWork); inflated = 0; stepped = false;
        double w = suspectWork > 0 ? suspectWork : parallel;
        int k = Math.max(1, cap / 2);
        nextProbe = Math.max(nextProbe, suspectWork > 0 ? now + 1_000_000 : 0);
        int n = (int) Math.min(size(), Math.max(BATCH + LOWN * variation, .5 * parallel * 1e6 / normalMicros));
        if (mean > 1) n = (int) Math.min(n, Math.max(BATCH, Math.pow(2 * Z * variation / (mean - 1), 2)));
        nextLow = now + (long) Math.max(LOW_EVERY, 20.0 * n * normalMicros / w);
        train(Phase.LOW, n, 0, k, .5 * w, 0);
        if (suspectWork > 0) { cap = Math.max(1, cap); work = suspectWork; }
    }
    void train(Phase p, int n, int skip, int k, double w, long rest) {
        epoch(p, 0, n - skip);
        trainSkip = skip; planned = n - skip; trainCap = Math.min(k, (int) Math.ceil(w)); mark = Long.MAX_VALUE;
        train.start(n, k, w, rest);
    }
    void epoch(Phase p, int skip, int need) {
        epoch = Math.max(epoch, stamp) + 1; stamp = epoch; phase = p; window = new Window(skip); this.need = need; train.stop(); slower.clear(); quicker.clear(); later = 0;
    }
    void rest(long micros, long now, PaceLimits limits) { notBefore = Math.max(notBefore, Math.max(now, lastSlot + intervalMicros(limits)) + micros); }
    void grow(PaceLimits limits) { cap = Math.min(limits.inFlightMax(), Math.max(cap + 1, (int) (cap * GROW))); work = START_PACE * cap; epoch(Phase.START, cap / 2, Math.max(4, Math.min(2 * cap, Math.max(64, cap)))); }
    void cruise(PaceLimits limits, long now) {
        cap = Math.max(1, noisy() ? (int) Math.ceil(parallel - CEIL) : (int) (parallel + .5) + SLACK);
        work = Fixed.of(eta() * (noisy() ? Math.max(cap, parallel) : parallel)); inflated = 0; epoch(Phase.CRUISE, cap, 0); need = size();
    }
}

package org.decorum.core.fleet;

import org.decorum.core.rate.Micros;

/**
 * How many releases of all origins of an instance may be out, booked and not yet heard of, as a congestion window W.
 * Instances share a fleet without talking to each other, so the law is AIMD on what all of them feel alike: how long
 * starts waited at the fetchers. Once an epoch, from what was booked after the last change,
 *
 * <pre>{@code
 * p  = mean of (lateness / slot width)^2 over starts, and of 8 over slots that were missed
 * a  = min(1, W / 16)
 * W' = W - W * min(p, 1) / 2 + a               a only if W kept something back, and p <= 1
 * }</pre>
 *
 * <p>so that W rests where about {@code p = 2 * a / W}, which falls with W from 16 on: a fair share is the only rest.
 * After three epochs in which next to nothing waited, W grows by a 64th more each time; below {@value #START}, after five,
 * by a quarter more each time, up to itself. An epoch is half a loop, and at least {@value #HEARD_MIN} releases long unless
 * all were punctual: a few say nothing. While W keeps nothing back it is left alone, unless {@code p > 1/8}; then it falls
 * from what was out.
 *
 * <p>At first it is <em>opening</em>: each punctual start lets one more out, until p is what W would rest at. An
 * instance that went on until it misses slots itself would take the places of those that are at rest.
 *
 * <p>Misses count only as far as starts are late: where fetchers are behind, what they do start is late as well, and
 * where it is not, fewer releases would not help. That more than three quarters are missed counts in any case, and so
 * does a miss whose fetcher says that it was busy.
 *
 * <p>What W lets out is spread over the loop, from booking to feedback, since a bunch of starts waits for itself.
 *
 * <p>Times are microseconds. It reads no clock; {@code now} may jump.
 */
public final class FleetWindow {

    /** Where nobody has been heard of yet. */
    static final int START = 32;

    private static final int START_MIN = 16;

    /** W is counted in these. */
    private static final long ONE = 256;

    private static final long LEAST = 2 * ONE;
    private static final long MOST = 1_000_000 * ONE;
    private static final int RISE_FROM = 16;
    private static final int CALM_SHARE = 64;

    /** Pressure and lateness are counted in these. */
    static final long UNIT = 1024;

    private static final long MISSED = 8 * UNIT;
    private static final long TOLERATED = UNIT / 8;
    private static final long CALM = UNIT / 64;
    private static final int CALM_EPOCHS = 2;
    private static final int CALM_EPOCHS_SMALL = 4;
    private static final int SMALL_SHARE = 4;
    private static final int CALM_EPOCHS_MAX = CALM_EPOCHS + 16;
    private static final long LATE_AT_MOST = 2 * UNIT;

    /** From this mean lateness on misses count fully. */
    private static final long FULLY_LATE = UNIT / 4;

    /** And from this one on they make slots wider: wider ones are of use where less than that waits. */
    private static final long LATE_AT_ALL = UNIT / 16;

    private static final long PUNCTUAL = UNIT / 4;

    /** A start that is later than this of its slot nearly missed it. */
    private static final long NEARLY_MISSED = UNIT / 2;

    /** A start is this late where nothing is wrong. */
    private static final long JITTER_MICROS = 10 * Micros.PER_MILLI;

    private static final long SLOT_MIN_MICROS = 20 * Micros.PER_MILLI;

    /** Slots are counted as so much over their width. */
    private static final long SLOT_SCALE_MICROS = 100 * Micros.PER_SECOND;

    private static final long SLOT_START_MICROS = 250 * Micros.PER_MILLI;
    private static final long LOOP_START_MICROS = 500 * Micros.PER_MILLI;
    private static final long LOOP_MAX_MICROS = 10 * Micros.PER_SECOND;

    /** What may go together although spread: what waited for the ticks. */
    private static final long BUNCH_MICROS = 20 * Micros.PER_MILLI;

    private static final int MISSES_MIN = 4;

    private static final int HEARD_MIN = 8;
    private static final int HEARD_CALM_MIN = 2;

    private static final int FOLLOWING = 16;

    private final long leadMicros;
    private final FleetSlots slots = new FleetSlots();
    private long window = START * ONE;
    private boolean opening = true;
    private long sharpness = sharpness(SLOT_START_MICROS);
    private long loopMicros = LOOP_START_MICROS;
    private long lateness;
    private long nextMicros = Long.MIN_VALUE;
    private int calmEpochs;

    private long fromMicros = Long.MIN_VALUE;
    private long toMicros = Long.MAX_VALUE;
    private int heard;
    private int missed;
    private int busy;
    private long pressure;
    private long outMost;
    private boolean keptBack;
    private boolean keptBackBefore;

    /**
     * A window at the start of an instance.
     *
     * @param leadMicros how far ahead of their slots releases are booked
     */
    public FleetWindow(long leadMicros) {
        this.leadMicros = leadMicros;
    }

    /** A task came with releases that are out already: another instance's window let them, and has given the places up. */
    public void takenOver(long out) {
        window = Math.min(window + out * ONE, MOST);
    }

    /** A task went to another instance, and its places with it. */
    public void gone(long out) {
        window = Math.max(window - out * ONE, LEAST);
    }

    /** All tasks have gone. Whoever comes may know other fetchers, so it begins as at first. */
    public void beginAnew(long nowMicros) {
        window = START * ONE;
        opening = true;
        begin(nowMicros);
    }

    /** How many releases may be out. */
    public long size() {
        return window / ONE;
    }

    /** How many more releases may go now, apart from being spread. */
    public long room(long out) {
        return Math.max(0, size() - out);
    }

    /**
     * How many more releases may go now.
     *
     * @param out releases that are out
     */
    public long places(long out, long nowMicros) {
        outMost = Math.max(outMost, out);
        long places = isTooEarly(nowMicros) ? 0 : room(out);
        if (places == 0) {
            keptBack = true;
            slots.placesWereShort(nowMicros);
        }
        return places;
    }

    /** The least width that slots are to have, so that fetchers that are behind make them; 0 for as policies have it. */
    public long slotMinMicros(long nowMicros) {
        return slots.widthMicros(nowMicros);
    }

    /** Nobody has been heard of for long: there may be other fetchers soon, or none, so it begins anew with few. */
    public void restart(long nowMicros) {
        window = Math.min(window, START_MIN * ONE);
        opening = true;
        begin(nowMicros);
    }

    private boolean isTooEarly(long nowMicros) {
        boolean spreads = !opening && keptBack;
        boolean clockIsSane = Micros.subtract(nextMicros, nowMicros) <= gapMicros() + BUNCH_MICROS;
        return spreads && nowMicros < nextMicros && clockIsSane;
    }

    private long gapMicros() {
        return loopMicros * ONE / window / 8 * 7;
    }

    /** A release was booked, with a slot so wide. */
    public void booked(long widthMicros, long nowMicros) {
        sharpness += (sharpness(widthMicros) - sharpness) / FOLLOWING;
        if (toMicros == Long.MAX_VALUE) {
            toMicros = Micros.add(Micros.add(nowMicros, leadMicros), loopMicros / 2);
        }
        long since = Math.max(nextMicros, nowMicros - BUNCH_MICROS);
        nextMicros = Math.min(since, nowMicros) + gapMicros();
    }

    /**
     * A fetcher started a request, and has reported.
     *
     * @param releaseAtMicros start of its slot
     * @param latenessMicros after that; 0 where it had other reasons than the fetchers to wait
     */
    public void started(long releaseAtMicros, long latenessMicros, long nowMicros) {
        long late = late(latenessMicros);
        slots.started(late > NEARLY_MISSED, slotMicros());
        long out = Micros.add(Micros.subtract(nowMicros, releaseAtMicros), leadMicros);
        loopMicros += (Math.min(Math.max(0, out), LOOP_MAX_MICROS) - loopMicros) / FOLLOWING;
        if (counts(releaseAtMicros, nowMicros)) {
            lateness += (late - lateness) / FOLLOWING;
            pressure += late * late / UNIT;
        }
        if (opening && (keptBack || keptBackBefore) && late < PUNCTUAL) {
            window = Math.min(window + ONE, MOST);
        }
    }

    private long late(long latenessMicros) {
        long felt = Math.min(Math.max(0, latenessMicros - JITTER_MICROS), LOOP_MAX_MICROS);
        return Math.min(felt * UNIT / slotMicros(), LATE_AT_MOST);
    }

    private static long sharpness(long widthMicros) {
        long slots = SLOT_SCALE_MICROS / Math.max(widthMicros, SLOT_MIN_MICROS);
        return slots * slots;
    }

    /** The width at which the pressure is as if each start were held against its own slot: the short ones decide. */
    private long slotMicros() {
        return SLOT_SCALE_MICROS / Math.max(1, (long) Math.sqrt(sharpness));
    }

    /**
     * A slot was missed since the fetchers are behind.
     *
     * @param isBusy whether the fetcher says that it had no place, so that no lateness need confirm it
     */
    public void missed(long releaseAtMicros, boolean isBusy, long nowMicros) {
        slots.missed(isBusy ? UNIT : Math.min(lateness * UNIT / LATE_AT_ALL, UNIT), slotMicros());
        if (counts(releaseAtMicros, nowMicros)) {
            missed++;
            busy += isBusy ? 1 : 0;
            if (missed >= Math.max(MISSES_MIN, Math.min(size(), outMost) / 2)) {
                change(nowMicros);
            }
        }
    }

    /** Whether this was booked after the last change. The first one that is of the next epoch ends this one. */
    private boolean counts(long releaseAtMicros, long nowMicros) {
        if (fromMicros > Micros.add(nowMicros, leadMicros)) {
            begin(nowMicros);
        }
        if (releaseAtMicros >= toMicros && heard >= heardMin()) {
            change(nowMicros);
        }
        if (releaseAtMicros < fromMicros) {
            return false;
        }
        heard++;
        return true;
    }

    private void begin(long nowMicros) {
        heard = 0;
        missed = 0;
        busy = 0;
        pressure = 0;
        outMost = 0;
        keptBackBefore = keptBack;
        keptBack = false;
        fromMicros = Micros.add(nowMicros, leadMicros);
        toMicros = Micros.add(fromMicros, loopMicros / 2);
    }

    private void change(long nowMicros) {
        long mean = meanPressure();
        calmEpochs = mean < CALM ? Math.min(calmEpochs + 1, CALM_EPOCHS_MAX) : 0;
        if (mean > TOLERATED) {
            opening = false;
            window = Math.min(window, Math.max(1, outMost) * ONE);
            cut(mean);
        } else if (keptBack && !opening) {
            cut(mean);
        } else if (keptBack && mean * window > 2 * added() * UNIT) {
            opening = false;
        }
        if (keptBack && !opening && mean <= UNIT) {
            window += added() + forCalm();
        }
        window = Math.min(Math.max(window, LEAST), MOST);
        begin(nowMicros);
    }

    /** Less where W is small: it must not rest where slots are missed. */
    private long added() {
        return Math.max(1, Math.min(ONE, window / RISE_FROM));
    }

    /** A few say nothing of one that was late, but enough where none was. */
    private int heardMin() {
        return missed == 0 && pressure < CALM * heard ? HEARD_CALM_MIN : HEARD_MIN;
    }

    /** A small W that starts find too small for long is the rest of a bad time that is over, and grows by up to itself. */
    private long forCalm() {
        return window < START * ONE
                ? window * Math.min(Math.max(0, calmEpochs - CALM_EPOCHS_SMALL), SMALL_SHARE) / SMALL_SHARE
                : window * Math.max(0, calmEpochs - CALM_EPOCHS) / CALM_SHARE;
    }

    private void cut(long mean) {
        window -= window * Math.min(mean, UNIT) / (2 * UNIT);
    }

    private long meanPressure() {
        boolean mostMissed = 4L * missed >= 3L * heard;
        long weight = mostMissed ? UNIT : Math.min(lateness * UNIT / FULLY_LATE, UNIT);
        return (pressure + busy * MISSED + (missed - busy) * MISSED * weight / UNIT) / heard;
    }
}

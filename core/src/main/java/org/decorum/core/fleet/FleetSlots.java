package org.decorum.core.fleet;

import org.decorum.core.rate.Micros;

/**
 * How wide slots have to be so that fetchers that are behind make them, S. In a small fleet a place may come free only
 * after a fetch, and a slot that is shorter than the wait for it is missed however few releases are out. Each start and
 * each miss moves S by a step, as a quantile is tracked, so that it rests where one start in {@value #LATE_STEPS} is later
 * than half its slot, or one slot in {@value #MISSED_STEPS} is missed:
 *
 * <pre>{@code
 * punctual start           S' = S - step
 * start, late by > 1/2     S' = S + 40 steps
 * miss                     S' = S + 200 steps
 * }</pre>
 *
 * <p>It rises to 1.5 times the width that slots have had lately, and to a second: more would say nothing where origins
 * cannot pay for it, and would take long to sink. It is asked for only while, or until shortly after, places were
 * short: a fleet that is large enough gets slots as short as before. Times are microseconds.
 */
final class FleetSlots {

    private static final long STEP_MICROS = 750;
    private static final int LATE_STEPS = 40;
    private static final int MISSED_STEPS = 200;
    private static final long WIDEST_MICROS = Micros.PER_SECOND;

    /** Wider slots free places, so that none is short for a while; narrower ones would be missed at once. */
    private static final long SHORT_MICROS = 30 * Micros.PER_SECOND;

    private long widthMicros;
    private boolean wasShort;
    private long shortMicros;

    /** A release had to wait for a place. */
    void placesWereShort(long nowMicros) {
        wasShort = true;
        shortMicros = nowMicros;
    }

    /** The least width that a slot is to have; 0 for as the policy has it. */
    long widthMicros(long nowMicros) {
        boolean isShort = wasShort && Math.abs(Micros.subtract(nowMicros, shortMicros)) <= SHORT_MICROS;
        return isShort ? widthMicros : 0;
    }

    /**
     * A request was started.
     *
     * @param isLate whether later than half its slot
     * @param bookedMicros width that slots have had lately
     */
    void started(boolean isLate, long bookedMicros) {
        if (isLate) {
            rise(LATE_STEPS * STEP_MICROS, bookedMicros);
        } else {
            widthMicros = Math.max(0, widthMicros - STEP_MICROS);
        }
    }

    /**
     * A slot was missed.
     *
     * @param weight how far the fetchers are to blame, of {@link FleetWindow#UNIT}
     * @param bookedMicros width that slots have had lately
     */
    void missed(long weight, long bookedMicros) {
        rise(MISSED_STEPS * STEP_MICROS * weight / FleetWindow.UNIT, bookedMicros);
    }

    private void rise(long byMicros, long bookedMicros) {
        long most = Math.min(bookedMicros + bookedMicros / 2, WIDEST_MICROS);
        widthMicros = Math.max(widthMicros, Math.min(widthMicros + byMicros, most));
    }
}

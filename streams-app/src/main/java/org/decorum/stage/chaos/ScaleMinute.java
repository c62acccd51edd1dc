package org.decorum.stage.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.decorum.core.rate.Micros;

/**
 * The minute around the moment at which a stage was added or began to leave.
 *
 * @param released slots given in it
 * @param missed slots that were missed in it
 * @param longestPauseSeconds whole seconds in a row without a release
 * @param otherFaults faults of other kinds in it; with any, it says nothing of the scaling
 * @param judged whether too many missed slots in it count against the run
 */
public record ScaleMinute(
        boolean added,
        long atMicros,
        long released,
        long missed,
        long longestPauseSeconds,
        long otherFaults,
        boolean judged) {

    private static final long HALF_MICROS = Micros.ofSeconds(30);
    private static final double MISSED_RATIO_MAX = 0.02;

    /** @param judge whether the run is long enough for minutes without other faults to count */
    static List<ScaleMinute> of(Diary diary, Ledger ledger, boolean judge) {
        List<ScaleMinute> minutes = new ArrayList<>();
        for (Diary.Scaling scaling : diary.scalings()) {
            if (scaling.role() == Role.STAGE) {
                minutes.add(of(scaling, diary, ledger, judge));
            }
        }
        return minutes;
    }

    private static ScaleMinute of(Diary.Scaling scaling, Diary diary, Ledger ledger, boolean judge) {
        long from = scaling.atMicros() - HALF_MICROS;
        long to = scaling.atMicros() + HALF_MICROS;
        Map<Long, Ledger.Second> seconds = ledger.seconds(from, to);
        long released = 0;
        long missed = 0;
        long pause = 0;
        long longestPause = 0;
        for (long second = from / Micros.PER_SECOND; second < to / Micros.PER_SECOND; second++) {
            Ledger.Second what = seconds.get(second);
            int here = what == null ? 0 : what.released();
            released += here;
            missed += what == null ? 0 : what.missed();
            pause = here == 0 ? pause + 1 : 0;
            longestPause = Math.max(longestPause, pause);
        }
        long otherFaults = diary.faultsBetween(from, to);
        return new ScaleMinute(
                scaling.added(),
                scaling.atMicros(),
                released,
                missed,
                longestPause,
                otherFaults,
                judge && otherFaults == 0);
    }

    public double missedRatio() {
        return released == 0 ? 0 : (double) missed / released;
    }

    boolean isBad() {
        return judged && (released == 0 || missedRatio() >= MISSED_RATIO_MAX);
    }
}

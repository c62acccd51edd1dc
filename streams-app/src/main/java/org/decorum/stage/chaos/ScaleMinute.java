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
 * @param otherFaults faults of other kinds in it; with any, it says nothing of the scaling, and is not judged
 */
public record ScaleMinute(
        boolean added, long atMicros, long released, long missed, long longestPauseSeconds, long otherFaults) {

    private static final long HALF_MICROS = Micros.ofSeconds(30);
    private static final double MISSED_RATIO_MAX = 0.02;

    static List<ScaleMinute> of(Diary diary, Ledger ledger) {
        List<ScaleMinute> minutes = new ArrayList<>();
        for (Diary.Scaling scaling : diary.scalings()) {
            if (scaling.role() == Role.STAGE) {
                minutes.add(of(scaling, diary, ledger));
            }
        }
        return minutes;
    }

    private static ScaleMinute of(Diary.Scaling scaling, Diary diary, Ledger ledger) {
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
        return new ScaleMinute(
                scaling.added(), scaling.atMicros(), released, missed, longestPause, diary.faultsBetween(from, to));
    }

    public double missedRatio() {
        return released == 0 ? 0 : (double) missed / released;
    }

    /** Whether nothing else happened in it. */
    public boolean isJudged() {
        return otherFaults == 0;
    }

    boolean isBad() {
        return isJudged() && (released == 0 || missedRatio() >= MISSED_RATIO_MAX);
    }
}

package org.decorum.stage.processor;

import org.decorum.core.fleet.FleetTurns;
import org.decorum.core.fleet.FleetWindow;
import org.decorum.core.machine.Timing;
import org.decorum.core.machine.Transition;
import org.decorum.core.rate.Micros;

/**
 * What the tasks of an instance know together of the fetchers: one {@link FleetWindow} for all that is out, and whose
 * turn it is when it is full. In memory only. Any thread may ask.
 */
public final class Fleet {

    private final boolean limits;
    private final FleetWindow window;
    private final FleetTurns turns = new FleetTurns();
    private final ReleasesOut out = new ReleasesOut();

    /** When the first release was booked since fetchers were last heard of; {@link Transition#NEVER} for none. */
    private long unheardFromMicros = Transition.NEVER;

    private Fleet(long leadMicros, boolean limits) {
        this.limits = limits;
        this.window = new FleetWindow(leadMicros);
    }

    /** Fetchers of which nobody knows how much they can do. */
    public static Fleet of(Timing timing) {
        return new Fleet(timing.leadMicros(), true);
    }

    /** As if there were always fetchers enough. */
    public static Fleet unlimited() {
        return new Fleet(0, false);
    }

    /** How many releases may be out. */
    public synchronized long window() {
        return window.size();
    }

    synchronized FleetTurns.Task join() {
        return turns.join();
    }

    /** A task has met an origin, with the releases that its former owner let out. */
    synchronized void takenOver(ReleasesOut own, long nowMicros) {
        window.takenOver(own.count(nowMicros));
        out.addAll(own);
    }

    /** A task goes, and its releases with it. */
    synchronized void leave(FleetTurns.Task task, ReleasesOut own, long nowMicros) {
        turns.leave(task);
        window.gone(own.count(nowMicros));
        out.removeAll(own);
        if (turns.isEmpty()) {
            window.beginAnew(nowMicros);
        }
    }

    /** Whether there is a place for an origin that is due since then. */
    synchronized boolean hasPlace(FleetTurns.Task task, long dueMicros, long nowMicros) {
        if (!limits) {
            return true;
        }
        boolean isCrowded = turns.anyWaits();
        if (isCrowded && Micros.subtract(nowMicros, unheardFromMicros) > ReleasesOut.SILENCE_MICROS) {
            window.restart(nowMicros);
            unheardFromMicros = nowMicros;
        }
        boolean isFree = window.places(out.count(nowMicros), nowMicros) > 0 && turns.mayGo(dueMicros, nowMicros);
        if (!isFree || isCrowded) {
            turns.waits(task, dueMicros, nowMicros);
        }
        return isFree;
    }

    /** Whether any task has an origin that waits for a place. */
    synchronized boolean isCrowded() {
        return turns.anyWaits();
    }

    synchronized void waitsNoMore(FleetTurns.Task task) {
        turns.waitsNoMore(task);
    }

    /** How many may go to origins whose turn it is not: none while any waits for a place. */
    synchronized int room(long nowMicros) {
        if (!limits) {
            return Integer.MAX_VALUE;
        }
        return turns.anyWaits() ? 0 : (int) Math.min(window.room(out.count(nowMicros)), Integer.MAX_VALUE);
    }

    /** How wide slots are to be at least, so that fetchers make them; 0 for as policies have it. */
    synchronized long slotMinMicros(long nowMicros) {
        return limits ? window.slotMinMicros(nowMicros) : 0;
    }

    synchronized void booked(long releaseAtMicros, long widthMicros, long nowMicros) {
        window.booked(widthMicros, nowMicros);
        out.add(releaseAtMicros);
        unheardFromMicros = Math.min(unheardFromMicros, nowMicros);
    }

    /** The lease of a release has run out. */
    synchronized void lapsed(long releaseAtMicros) {
        out.remove(releaseAtMicros);
    }

    synchronized void started(long releaseAtMicros, long latenessMicros, long nowMicros) {
        heard(releaseAtMicros);
        window.started(releaseAtMicros, latenessMicros, nowMicros);
    }

    /**
     * A slot was missed since the fetchers are behind.
     *
     * @param isBusy whether the fetcher says that it had no place
     */
    synchronized void missed(long releaseAtMicros, boolean isBusy, long nowMicros) {
        heard(releaseAtMicros);
        window.missed(releaseAtMicros, isBusy, nowMicros);
    }

    /** A release has come to an end that says nothing of how much fetchers can do. */
    synchronized void heard(long releaseAtMicros) {
        out.remove(releaseAtMicros);
        unheardFromMicros = Transition.NEVER;
    }
}

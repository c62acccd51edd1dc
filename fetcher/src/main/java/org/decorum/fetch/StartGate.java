package org.decorum.fetch;

import java.util.HashMap;
import java.util.Map;
import org.decorum.core.rate.Micros;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a release may start now. Invariant: between two starts of an origin through one gate lie at least
 * the earlier one's {@code min_gap_micros}, and each start lies inside its slot, outside any hold, away from sites that
 * have just refused, at the newest epoch known and with a place at its origin, while holds and membership of the group
 * are known to be up to date.
 */
final class StartGate {

    private static final int PRUNE_SIZE_MIN = 4_096;

    private final HoldTable holds;
    private final GroupContact group;
    private final Map<String, Pace> paceByOrigin = new HashMap<>();
    private final OriginPlaces places = new OriginPlaces();
    private final Refusals refusals = new Refusals();
    private int pruneAtSize = PRUNE_SIZE_MIN;
    private volatile boolean shut;

    sealed interface Admission {}

    record Go() implements Admission {}

    record Wait(long untilMicros) implements Admission {}

    record Miss(MissReason reason) implements Admission {}

    private static final Go GO = new Go();

    StartGate(HoldTable holds, GroupContact group) {
        this.holds = holds;
        this.group = group;
    }

    /** Admits nothing from now on. */
    void shut() {
        shut = true;
    }

    /**
     * Admits a start and takes note of it, or says how long to wait, or why it will never be. What waits for a place is
     * {@link #firstInLine} when it is its turn.
     */
    synchronized Admission admit(OpenRelease open, long nowMicros) {
        Admission admission = look(open, nowMicros);
        if (admission instanceof Go) {
            admission = place(open, nowMicros);
        }
        if (admission instanceof Go && !places.maySend(open)) {
            admission = full(open, Micros.add(open.expiresAtMicros, 1));
        }
        if (admission instanceof Go) {
            note(open, nowMicros);
        } else if (admission instanceof Miss) {
            places.leave(open);
        }
        return admission;
    }

    /** Gives a release its place ahead of its start, which {@link #admit} is to be asked for. */
    synchronized Admission reserve(OpenRelease open, long nowMicros) {
        Admission admission = look(open, nowMicros);
        if (admission instanceof Miss) {
            places.leave(open);
            return admission;
        }
        return place(open, nowMicros);
    }

    /** The request of a start that was admitted went out only now: the gap counts from here. */
    synchronized void sent(OpenRelease open, long nowMicros) {
        Pace pace = paceByOrigin.get(open.release.getOriginKey());
        if (pace != null) {
            pace.moveTo(open, nowMicros);
        }
        open.enteredAt(nowMicros);
    }

    /** Its request has ended, or never will be sent; a second time changes nothing. */
    synchronized void ended(OpenRelease open, FetchResult result, long nowMicros) {
        if (!open.ended) {
            open.ended = true;
            refusals.note(open.release, result, nowMicros);
        }
        leave(open);
    }

    /** It will not be sent. */
    synchronized void leave(OpenRelease open) {
        open.withdrawn = true;
        places.leave(open);
    }

    /** What is to have the next place at an origin. */
    synchronized @Nullable OpenRelease firstInLine(String originKey) {
        return places.firstInLine(originKey);
    }

    private Admission place(OpenRelease open, long nowMicros) {
        if (!places.take(open, nowMicros)) {
            return full(open, places.askAgainAtMicros(open));
        }
        open.reasonIfLate = MissReason.STARTED_LATE;
        return GO;
    }

    private static Wait full(OpenRelease open, long untilMicros) {
        open.reasonIfLate = MissReason.FULL;
        return new Wait(untilMicros);
    }

    private Admission look(OpenRelease open, long nowMicros) {
        if (shut) {
            return new Miss(MissReason.CLOSING);
        }
        if (open.withdrawn) {
            return new Miss(MissReason.REVOKED);
        }
        if (nowMicros > open.expiresAtMicros) {
            return new Miss(open.reasonIfLate);
        }
        HoldTable.Hold hold = holds.get(open.release.getOriginKey());
        if (hold != null && open.release.getEpoch() < hold.epoch()) {
            return new Miss(MissReason.OLD_EPOCH);
        }
        long startMicros = startMicros(open);
        if (hold != null && hold.untilMicros() > Math.max(nowMicros, startMicros)) {
            return new Miss(MissReason.HELD);
        }
        if (refusals.forbid(open.release, Math.max(nowMicros, startMicros))) {
            return new Miss(MissReason.HELD);
        }
        if (startMicros > open.expiresAtMicros) {
            return new Miss(MissReason.GAP);
        }
        if (startMicros > nowMicros) {
            return new Wait(startMicros);
        }
        return holds.isFresh() && group.isFresh() ? GO : new Miss(MissReason.CUT_OFF);
    }

    private long startMicros(OpenRelease open) {
        Pace pace = paceByOrigin.get(open.release.getOriginKey());
        return pace == null ? open.releaseAtMicros : Math.max(open.releaseAtMicros, pace.nextStartMicrosFor(open));
    }

    private void note(OpenRelease open, long nowMicros) {
        if (paceByOrigin.size() >= pruneAtSize) {
            paceByOrigin.values().removeIf(pace -> pace.nextStartMicros <= nowMicros);
            pruneAtSize = Math.max(PRUNE_SIZE_MIN, 2 * paceByOrigin.size());
        }
        paceByOrigin
                .computeIfAbsent(open.release.getOriginKey(), origin -> new Pace())
                .note(open, nowMicros);
        places.sent(open);
        open.enteredAt(nowMicros);
    }

    /** The end of the gap after an origin's last start; a start that is noted twice moves, and does not wait for itself. */
    private static final class Pace {

        private String lastBookingId = "";
        private long nextStartMicros = Long.MIN_VALUE;
        private long nextStartMicrosWithoutLast = Long.MIN_VALUE;

        long nextStartMicrosFor(OpenRelease open) {
            return isLast(open) ? nextStartMicrosWithoutLast : nextStartMicros;
        }

        void note(OpenRelease open, long nowMicros) {
            if (!isLast(open)) {
                nextStartMicrosWithoutLast = nextStartMicros;
                lastBookingId = open.release.getBookingId();
            }
            nextStartMicros = Micros.add(nowMicros, open.release.getMinGapMicros());
        }

        void moveTo(OpenRelease open, long nowMicros) {
            if (isLast(open)) {
                nextStartMicros = Micros.add(nowMicros, open.release.getMinGapMicros());
            }
        }

        private boolean isLast(OpenRelease open) {
            return open.entered() && lastBookingId.equals(open.release.getBookingId());
        }
    }
}

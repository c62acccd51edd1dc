package org.decorum.fetch;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.decorum.core.rate.Micros;
import org.jspecify.annotations.Nullable;

/**
 * Who is out at each origin, and who waits there, in order of the slots. Invariants: whenever a request is sent, no more
 * than its release's {@code in_flight_max} have been sent to the origin and not ended, itself included; nothing gets a
 * place before what waits in its line; what waits at one origin is not looked at for another.
 *
 * <p>A release that names no cap goes to a cache in front of the origin: it neither waits nor counts.
 *
 * <p>A place is taken when a release is handed to the fetcher, so that a full origin gets no connections that it has no
 * use for. It is free again when the request has ended, or when its slot ends before it was sent. Guarded by the gate.
 */
final class OriginPlaces {

    private static final Comparator<OpenRelease> BY_SLOT = Comparator.comparingLong(
                    (OpenRelease open) -> open.releaseAtMicros)
            .thenComparingLong(open -> open.offset)
            .thenComparingLong(open -> open.number);

    private final Map<String, Origin> origins = new HashMap<>();

    /** Takes a place, if the release has none; false if it has to wait in line. */
    boolean take(OpenRelease open, long nowMicros) {
        return !counts(open)
                || origins.computeIfAbsent(originKey(open), key -> new Origin()).take(open, nowMicros);
    }

    /** When to ask again for one that waits in line, if nothing lands before. */
    long askAgainAtMicros(OpenRelease open) {
        Origin origin = origins.get(originKey(open));
        long ownEndMicros = Micros.add(open.expiresAtMicros, 1);
        return origin == null ? ownEndMicros : Math.min(ownEndMicros, origin.firstUnsentEndMicros(open));
    }

    /**
     * Whether one that has a place may be sent: requests of later slots and larger caps may have gone out while this
     * one was connecting. If not, its thread is woken when one of them ends.
     */
    boolean maySend(OpenRelease open) {
        Origin origin = origins.get(originKey(open));
        return !counts(open) || origin == null || origin.maySend(open);
    }

    /** It is sent now. */
    void sent(OpenRelease open) {
        if (!counts(open)) {
            return;
        }
        Origin origin = origins.computeIfAbsent(originKey(open), key -> new Origin());
        origin.out.add(open);
        origin.sent.add(open);
    }

    /** It neither has a place any more nor waits for one; a second time changes nothing. */
    void leave(OpenRelease open) {
        Origin origin = origins.get(originKey(open));
        if (origin != null) {
            origin.leave(open);
            if (origin.out.isEmpty() && origin.line.isEmpty()) {
                origins.remove(originKey(open));
            }
        }
    }

    @Nullable
    OpenRelease firstInLine(String originKey) {
        Origin origin = origins.get(originKey);
        return origin == null || origin.line.isEmpty() ? null : origin.line.first();
    }

    /** Origins where something is out or waits. */
    int size() {
        return origins.size();
    }

    private static boolean counts(OpenRelease open) {
        return open.inFlightMax != OpenRelease.NO_CAP;
    }

    private static String originKey(OpenRelease open) {
        return open.release.getOriginKey();
    }

    private static final class Origin {

        /** Handed to the fetcher and not back: sent, or to be sent before the slot ends. */
        private final Set<OpenRelease> out = new HashSet<>();

        private final Set<OpenRelease> sent = new HashSet<>();
        private final NavigableSet<OpenRelease> line = new TreeSet<>(BY_SLOT);
        private final Set<OpenRelease> overtaken = new HashSet<>();

        boolean take(OpenRelease open, long nowMicros) {
            if (out.contains(open)) {
                return true;
            }
            line.add(open);
            if (line.first() != open || !hasPlaceFor(open, nowMicros)) {
                return false;
            }
            line.remove(open);
            out.add(open);
            return true;
        }

        private boolean hasPlaceFor(OpenRelease open, long nowMicros) {
            if (out.size() >= open.inFlightMax) {
                out.removeIf(other -> other.expiresAtMicros < nowMicros && !sent.contains(other));
            }
            return out.size() < open.inFlightMax;
        }

        long firstUnsentEndMicros(OpenRelease open) {
            long endMicros = Long.MAX_VALUE;
            if (line.first() == open) {
                for (OpenRelease other : out) {
                    if (!sent.contains(other)) {
                        endMicros = Math.min(endMicros, Micros.add(other.expiresAtMicros, 1));
                    }
                }
            }
            return endMicros;
        }

        boolean maySend(OpenRelease open) {
            boolean may = sent.contains(open) || sent.size() < open.inFlightMax;
            if (may) {
                overtaken.remove(open);
            } else {
                overtaken.add(open);
            }
            return may;
        }

        void leave(OpenRelease open) {
            line.remove(open);
            overtaken.remove(open);
            sent.remove(open);
            out.remove(open);
            overtaken.forEach(other -> LockSupport.unpark(other.enterer));
        }
    }
}

package org.decorum.stage.chaos;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;

/**
 * What became of each request, as a reader of committed records sees it: it ends once, as fetched or rejected, and no
 * two releases have one booking id.
 */
public final class Ledger {

    /** Outcomes of returned releases, as {@code crawl.decisions} names them. */
    private static final String MISSED = "MISSED_SLOT";

    private static final String LAPSED = "LEASE_EXPIRED";

    /** What is counted. */
    public enum Count {
        BOOKED,
        FETCHED,
        REJECTED,
        MISSED,
        LAPSED,
        RETURNED,
        HELD,
        /** Endings beyond the first of a request. */
        ENDED_AGAIN,
        /** Releases whose booking id another release has. */
        RELEASED_AGAIN,
        /** Records about requests that nobody published. */
        UNKNOWN
    }

    /** What happened in one second. */
    public static final class Second {
        private int released;
        private int missed;

        public int released() {
            return released;
        }

        public int missed() {
            return missed;
        }
    }

    private final Workload work;
    private final byte[] ends;
    private final int[] releases;
    private final Set<String> bookings = new HashSet<>();
    private final Map<Count, Long> counts = new EnumMap<>(Count.class);
    private final TreeMap<Long, Second> seconds = new TreeMap<>();
    private int ended;

    public Ledger(Workload work) {
        this.work = work;
        this.ends = new byte[work.size()];
        this.releases = new int[work.size()];
    }

    synchronized void add(CrawlDecision decision) {
        switch (decision.getKind()) {
            case BOOKED -> {
                count(Count.BOOKED);
                second(decision).released++;
            }
            case CONCLUDED -> end(decision.getRequestId(), Count.FETCHED);
            case RETURNED -> returned(decision);
            case HELD -> count(Count.HELD);
            default -> {
                // Policies and sites change; a rejection is read from its own topic.
            }
        }
    }

    synchronized void add(CrawlRejected rejected) {
        end(rejected.getRequestId(), Count.REJECTED);
    }

    synchronized void add(CrawlRelease release) {
        // A booking is of an origin: two of different origins may have one id.
        if (!bookings.add(release.getOriginKey() + " " + release.getBookingId())) {
            count(Count.RELEASED_AGAIN);
        }
        work.numberOf(release.getRequestId()).ifPresentOrElse(number -> releases[number]++, () -> count(Count.UNKNOWN));
    }

    private void returned(CrawlDecision decision) {
        count(Count.RETURNED);
        if (MISSED.equals(decision.getOutcome())) {
            count(Count.MISSED);
            second(decision).missed++;
        } else if (LAPSED.equals(decision.getOutcome())) {
            count(Count.LAPSED);
        }
    }

    private void end(@org.jspecify.annotations.Nullable String requestId, Count how) {
        OptionalInt number = work.numberOf(requestId);
        if (number.isEmpty()) {
            count(Count.UNKNOWN);
            return;
        }
        count(how);
        if (ends[number.getAsInt()] == 0) {
            ended++;
            ends[number.getAsInt()] = 1;
        } else {
            count(Count.ENDED_AGAIN);
        }
    }

    private Second second(CrawlDecision decision) {
        return seconds.computeIfAbsent(Micros.of(decision.getDecidedAt()) / Micros.PER_SECOND, second -> new Second());
    }

    private void count(Count what) {
        counts.merge(what, 1L, Long::sum);
    }

    public synchronized long count(Count... kinds) {
        long sum = 0;
        for (Count kind : kinds) {
            sum += counts.getOrDefault(kind, 0L);
        }
        return sum;
    }

    /** Requests that have ended, each once. */
    public synchronized int ended() {
        return ended;
    }

    synchronized boolean hasEnded(int number) {
        return ends[number] != 0;
    }

    synchronized int releases(int number) {
        return releases[number];
    }

    /** What happened between two moments, by the stages' own clocks. */
    public synchronized Map<Long, Second> seconds(long fromMicros, long toMicros) {
        return new TreeMap<>(seconds.subMap(fromMicros / Micros.PER_SECOND, true, toMicros / Micros.PER_SECOND, false));
    }
}

package org.decorum.stage.sim;

import static org.decorum.stage.sim.Invariant.ATTEMPTS;
import static org.decorum.stage.sim.Invariant.BOOKINGS_CONFORM;
import static org.decorum.stage.sim.Invariant.DEADLINE;
import static org.decorum.stage.sim.Invariant.NOTHING_LOST;
import static org.decorum.stage.sim.Invariant.NOT_BEFORE;
import static org.decorum.stage.sim.Invariant.ONE_END;
import static org.decorum.stage.sim.Invariant.RELEASES_IN_ORDER;
import static org.decorum.stage.sim.Invariant.UNTOUCHED;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.RejectReason;
import org.jspecify.annotations.Nullable;

/** Follows every request through the stage's committed output, and objects. */
final class Ledger {

    private static final Set<String> ENDS_A_LEASE =
            Set.of(RejectReason.ATTEMPTS_EXHAUSTED.name(), RejectReason.ROBOTS_DISALLOWED.name());
    private static final Set<String> COST_NO_ATTEMPT = Set.of("MISSED_SLOT", "OVERLOADED", "ROBOTS");
    private static final Set<String> NOT_SENT = Set.of("MISSED_SLOT", RejectReason.ROBOTS_DISALLOWED.name());
    private static final int SERVER_ERRORS = 500;

    private final boolean forgetsSites;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Long> lastReleaseMicros = new HashMap<>();
    private final Map<String, FloorWatch> originWatches = new HashMap<>();
    private final Map<String, FloorWatch> siteWatches = new HashMap<>();
    private final Map<String, Misses> misses = new HashMap<>();
    private final Map<String, OriginPace> paces = new TreeMap<>();
    private final Map<String, Integer> outstanding = new HashMap<>();
    private final Map<String, RestWatch> rests = new HashMap<>();
    private final Map<String, HoldWatch> originHolds = new HashMap<>();
    private final Map<String, HoldWatch> siteHolds = new HashMap<>();
    private final Set<String> bookings = new HashSet<>();
    private final Map<String, Long> endsMicros = new HashMap<>();
    private final Bookers bookers = new Bookers();
    private final Set<String> jumped = new HashSet<>();
    private int ended;
    private int fetched;
    private int rejected;
    private int parked;
    private int missed;
    private long digest;

    private static final class Entry {
        private final KeyedRequest request;
        private int burnt;
        private @Nullable String leasedAs;
        private String leasedBy = "";
        private @Nullable String end;

        Entry(KeyedRequest request) {
            this.request = request;
        }
    }

    /**
     * An empty one.
     *
     * @param forgetsSites whether a site of an origin may be forgotten while the origin is not
     */
    Ledger(boolean forgetsSites) {
        this.forgetsSites = forgetsSites;
    }

    void published(KeyedRequest request) {
        entries.put(request.getRequestId(), new Entry(request));
    }

    /** A booking was committed; gives it back with what its origin has not paid for. */
    Booking released(Booking booking) {
        CrawlRelease release = booking.release();
        Entry entry = entry(release.getRequestId());
        digest = 31 * digest + booking.name().hashCode();
        require(bookings.add(booking.name()), Invariant.ONE_START, "booked twice", booking);
        require(entry.end == null && entry.leasedAs == null, ONE_END, "released though " + entry.end, booking);
        entry.leasedAs = release.getBookingId();
        entry.leasedBy = release.getOriginKey();
        bookers.booked(release.getSiteKey(), release.getOriginKey(), entry.request.getOriginKey());

        require(
                release.getAttempt() == entry.burnt + 1,
                ATTEMPTS,
                "attempt " + release.getAttempt() + " (expected: " + (entry.burnt + 1) + ")",
                booking);
        require(release.getAttempt() <= booking.maxAttempts(), ATTEMPTS, "more than the policy allows", booking);
        KeyedRequest request = entry.request;
        require(
                request.getNotBefore() == null
                        || jumped.contains(release.getOriginKey())
                        || !release.getReleaseAt().isBefore(request.getNotBefore()),
                NOT_BEFORE,
                "not before " + request.getNotBefore(),
                booking);
        require(
                request.getDeadline() == null || !release.getReleaseAt().isAfter(request.getDeadline()),
                DEADLINE,
                "deadline " + request.getDeadline(),
                booking);
        require(
                release.getUrl().equals(request.getUrl())
                        && release.getSiteKey().equals(request.getSiteKey())
                        && (request.getCost() == null || release.getCost() == request.getCost())
                        && release.getCostRule().equals("request") == (request.getCost() != null)
                        && release.getMetadata().equals(request.getMetadata()),
                UNTOUCHED,
                "request " + request,
                booking);
        String wrong = rest(release.getOriginKey(), request).booked(booking);
        require(wrong == null, Invariant.RESTS_AFTER_FINISH, String.valueOf(wrong), booking);
        checkHold(originHolds, release.getOriginKey(), booking);
        checkHold(siteHolds, release.getOriginKey() + " " + release.getSiteKey(), booking);
        int leases = outstanding.merge(release.getOriginKey(), 1, Integer::sum);
        require(leases <= booking.maxInFlight(), Invariant.CAP, "outstanding: " + leases, booking);
        require(
                release.getInFlightMax() >= (booking.toCache() ? 0 : 1)
                        && release.getInFlightMax() <= booking.maxInFlight(),
                Invariant.CAP,
                "in flight at most " + release.getInFlightMax() + " (expected: 1 to " + booking.maxInFlight() + ")",
                booking);
        checkPace(booking);
        return checkMisses(booking);
    }

    private Booking checkMisses(Booking booking) {
        Misses origin = misses(booking.release().getOriginKey());
        Booking judged = booking.amid(origin.unheard());
        long shortfall = origin.shortfallMicros(booking);
        require(shortfall <= 0, Invariant.MISSES_ARE_PAID, shortfall + " us too early", booking);
        return judged;
    }

    private Misses misses(String originKey) {
        return misses.computeIfAbsent(originKey, unseen -> new Misses());
    }

    private static void checkHold(Map<String, HoldWatch> holds, String key, Booking booking) {
        HoldWatch hold = holds.get(key);
        String wrong = hold == null ? null : hold.booked(booking);
        if (wrong != null) {
            throw new InvariantBrokenException(Invariant.HOLDS, key + ": " + wrong + ": " + booking);
        }
    }

    private void checkPace(Booking booking) {
        CrawlRelease release = booking.release();
        long at = booking.releaseAtMicros();
        paces.computeIfAbsent(release.getOriginKey(), unseen -> new OriginPace())
                .add(booking);
        Long last = lastReleaseMicros.put(release.getOriginKey(), at);
        require(last == null || at >= last, RELEASES_IN_ORDER, "after one for " + last, booking);
        if (!booking.toCache()) {
            conform(originWatches, release.getOriginKey(), booking, booking.origin());
        }
        conform(siteWatches, release.getSiteKey(), booking, booking.site());
    }

    private static void conform(Map<String, FloorWatch> watches, String key, Booking booking, Limit limit) {
        long shortfall = watches.computeIfAbsent(key, unseen -> new FloorWatch())
                .shortfallMicros(booking.releaseAtMicros(), booking.release().getCost(), limit, 0);
        require(shortfall <= 0, BOOKINGS_CONFORM, shortfall + " us too early for " + key + " at " + limit, booking);
    }

    /**
     * A clock far ahead has decided for an origin and its times were moved back: what is told by the times of its
     * releases starts anew, and that clock may have let requests in early. The origin's own log knows no such excuse.
     */
    void jumped(String originKey) {
        jumped.add(originKey);
        rests.forEach((key, rest) -> {
            if (key.startsWith(originKey + " ")) {
                rest.jumped();
            }
        });
        lastReleaseMicros.remove(originKey);
        originWatches.remove(originKey);
        misses(originKey).jumped();
        originHolds.remove(originKey);
        siteWatches.keySet().removeIf(site -> site.equals(originKey) || site.endsWith("." + originKey));
        siteHolds.keySet().removeIf(key -> key.startsWith(originKey + " "));
    }

    int jumps() {
        return jumped.size();
    }

    /** A fetcher says in its report when the request had ended. */
    void ended(Booking booking, long micros) {
        endsMicros.put(booking.name(), micros);
    }

    /** A fetcher says in its report that a cache had it. */
    void hit(Booking booking) {
        misses(booking.release().getOriginKey()).hit(booking.name());
    }

    /** As the report says; where it does not, when it was read. A lease may run out before the request ends. */
    private long endMicros(CrawlDecision decision, @Nullable String bookingId) {
        long decidedMicros = Micros.of(decision.getDecidedAt());
        Long told = endsMicros.remove(decision.getOriginKey() + " " + bookingId);
        if (told == null) {
            return decidedMicros;
        }
        boolean wasReported =
                decision.getKind() != DecisionKind.REJECTED && !"LEASE_EXPIRED".equals(decision.getOutcome());
        return wasReported ? told : Math.min(told, decidedMicros);
    }

    void decided(Decision made) {
        CrawlDecision decision = made.what();
        switch (decision.getKind()) {
            case CONCLUDED -> {
                Entry entry = endLease(made);
                rest(decision.getOriginKey(), entry.request).ended(endMicros(decision, decision.getBookingId()));
                holdsOf(entry, hold -> hold.concluded(String.valueOf(decision.getBookingId()), isError(decision)));
                end(entry, decision.getOutcome());
                fetched++;
            }
            case RETURNED -> {
                Entry entry = endLease(made);
                if ("MISSED_SLOT".equals(decision.getOutcome())) {
                    rest(decision.getOriginKey(), entry.request).missed();
                } else {
                    rest(decision.getOriginKey(), entry.request).ended(endMicros(decision, decision.getBookingId()));
                }
                holdsOf(entry, hold -> hold.returned(String.valueOf(decision.getBookingId())));
                entry.burnt += COST_NO_ATTEMPT.contains(String.valueOf(decision.getOutcome())) ? 0 : 1;
                missed += "MISSED_SLOT".equals(decision.getOutcome()) ? 1 : 0;
            }
            case REJECTED -> {
                Entry entry = entry(String.valueOf(decision.getRequestId()));
                String leasedAs = entry.leasedAs;
                if (ENDS_A_LEASE.contains(String.valueOf(decision.getOutcome())) && leasedAs != null) {
                    endLease(entry);
                    settle(made, leasedAs);
                    if (RejectReason.ROBOTS_DISALLOWED.name().equals(decision.getOutcome())) {
                        rest(decision.getOriginKey(), entry.request).missed();
                    } else {
                        rest(decision.getOriginKey(), entry.request).ended(endMicros(decision, leasedAs));
                    }
                    holdsOf(entry, hold -> hold.returned(leasedAs));
                }
                end(entry, decision.getOutcome());
                rejected++;
            }
            case PARKED -> {
                end(entry(String.valueOf(decision.getRequestId())), DecisionKind.PARKED.name());
                rejected++;
            }
            case HELD -> {
                String site = decision.getSiteKey();
                String key = decision.getOriginKey() + (site == null ? "" : " " + site);
                Instant until = decision.getReleaseAt();
                (site == null ? originHolds : siteHolds)
                        .computeIfAbsent(key, unseen -> new HoldWatch(site != null && forgetsSites))
                        .held(until == null ? Long.MIN_VALUE : Micros.of(until));
            }
            case LANE_GIVEN -> bookers.given(String.valueOf(decision.getSiteKey()), decision.getOriginKey());
            case LANE_TAKEN -> bookers.taken(String.valueOf(decision.getSiteKey()), decision.getOriginKey());
            case FORGOTTEN -> {
                originHolds.remove(decision.getOriginKey());
                siteHolds.keySet().removeIf(key -> key.startsWith(decision.getOriginKey() + " "));
            }
            default -> {}
        }
    }

    /** Whether the origin pays for a lease that has ended, if it was one to a cache. */
    private void settle(Decision made, String bookingId) {
        CrawlDecision decision = made.what();
        String name = decision.getOriginKey() + " " + bookingId;
        Misses origin = misses(decision.getOriginKey());
        boolean isHit = decision.getKind() == DecisionKind.CONCLUDED && origin.isHit(name);
        if (isHit || NOT_SENT.contains(String.valueOf(decision.getOutcome()))) {
            origin.spared(name);
        } else {
            origin.paid(name, made.origin());
        }
        OriginPace pace = paces.get(decision.getOriginKey());
        if (isHit && pace != null) {
            pace.hit(name);
        }
    }

    /** Of one origin's bookings: another one may take a lease for ended that its owner, who is down, has not seen expire. */
    private RestWatch rest(String originKey, KeyedRequest request) {
        return rests.computeIfAbsent(originKey + " " + request.getSiteKey(), unseen -> new RestWatch());
    }

    private static boolean isError(CrawlDecision decision) {
        Integer status = decision.getStatus();
        return status != null && status >= SERVER_ERRORS;
    }

    private void holdsOf(Entry entry, Consumer<HoldWatch> action) {
        String origin = entry.leasedBy;
        Optional.ofNullable(originHolds.get(origin)).ifPresent(action);
        Optional.ofNullable(siteHolds.get(origin + " " + entry.request.getSiteKey()))
                .ifPresent(action);
    }

    private Entry endLease(Decision made) {
        CrawlDecision decision = made.what();
        Entry entry = entry(String.valueOf(decision.getRequestId()));
        if (!String.valueOf(decision.getBookingId()).equals(entry.leasedAs)) {
            throw new InvariantBrokenException(ONE_END, "leased as " + entry.leasedAs + ": " + decision);
        }
        endLease(entry);
        settle(made, String.valueOf(decision.getBookingId()));
        return entry;
    }

    private void endLease(Entry entry) {
        entry.leasedAs = null;
        outstanding.merge(entry.leasedBy, -1, Integer::sum);
    }

    private static void end(Entry entry, @Nullable String how) {
        if (entry.end != null || entry.leasedAs != null) {
            throw new InvariantBrokenException(
                    ONE_END,
                    entry.request.getRequestId() + " ends as " + how + " though it is " + entry.end + ", leased as "
                            + entry.leasedAs);
        }
        entry.end = String.valueOf(how);
    }

    void rejected(CrawlRejected rejection) {
        Entry entry = entry(String.valueOf(rejection.getRequestId()));
        KeyedRequest request = entry.request;
        boolean late = rejection.getReason() != RejectReason.DEADLINE_PASSED
                || (request.getDeadline() != null && Micros.of(request.getDeadline()) < Long.MAX_VALUE);
        boolean known = rejection.getReason() != RejectReason.STATE_CORRUPT;
        if (!late || !known) {
            throw new InvariantBrokenException(ONE_END, "rejected without reason: " + rejection);
        }
        ended++;
    }

    /** It can be published again as it was. */
    void parked(CrawlRequest parked) {
        KeyedRequest request = entry(String.valueOf(parked.getRequestId())).request;
        boolean same = parked.getUrl().equals(request.getUrl())
                && Objects.equals(parked.getPriority(), request.getPriority())
                && Objects.equals(parked.getCost(), request.getCost())
                && Objects.equals(parked.getKind(), request.getKind())
                && Objects.equals(parked.getNotBefore(), request.getNotBefore())
                && Objects.equals(parked.getDeadline(), request.getDeadline())
                && parked.getMetadata().equals(request.getMetadata());
        if (!same) {
            throw new InvariantBrokenException(UNTOUCHED, "parked " + parked + " of " + request);
        }
        ended++;
        this.parked++;
    }

    int parked() {
        return parked;
    }

    int priorityOf(String requestId) {
        return entry(requestId).request.getPriority();
    }

    /** Every rejection has its record and its row. */
    void checkRows() {
        if (ended != rejected) {
            throw new InvariantBrokenException(ONE_END, ended + " rejections, " + rejected + " rows (expected: equal)");
        }
    }

    /** At the end every request is ended, or among those that are still held. */
    void checkEnds(Set<String> held) {
        entries.forEach((id, entry) -> {
            if ((entry.end == null) != held.contains(id)) {
                throw new InvariantBrokenException(
                        NOTHING_LOST,
                        id + " is " + (held.contains(id) ? "held" : "not held") + " and ended as " + entry.end);
            }
        });
    }

    /** Without faults, a backlog that was there from the start drains as fast as its budget allows. */
    void checkPaces() {
        if (missed > 0) {
            throw new InvariantBrokenException(Invariant.DRAINS, missed + " slots were missed");
        }
        paces.forEach((origin, pace) -> {
            if (!pace.isFull()) {
                throw new InvariantBrokenException(Invariant.DRAINS, origin + ": " + pace);
            }
        });
    }

    boolean allEnded() {
        return fetched + rejected == entries.size();
    }

    int published() {
        return entries.size();
    }

    int fetched() {
        return fetched;
    }

    int rejected() {
        return rejected;
    }

    /** Of sites from one origin to another. */
    int transfers() {
        return bookers.transfers();
    }

    int missed() {
        return missed;
    }

    int releases() {
        return bookings.size();
    }

    /** Same bookings in the same order, same digest. */
    long digest() {
        return digest;
    }

    private Entry entry(String requestId) {
        Entry entry = entries.get(requestId);
        if (entry == null) {
            throw new InvariantBrokenException(
                    UNTOUCHED, "request id " + requestId + " (expected: one that was published)");
        }
        return entry;
    }

    private static void require(boolean holds, Invariant invariant, String detail, Booking booking) {
        if (!holds) {
            throw new InvariantBrokenException(invariant, detail + ": " + booking);
        }
    }
}

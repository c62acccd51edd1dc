package org.decorum.core.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.decorum.core.adaptive.Knee;
import org.decorum.core.adaptive.PaceLimits;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backlog.Tenure;
import org.decorum.core.backlog.Ticket;
import org.decorum.core.backoff.Hold;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.policy.ContentTypes;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.jspecify.annotations.Nullable;

/**
 * All that is remembered of one origin. Only {@link OriginMachine} changes it, and only a copy of what it was given.
 *
 * <p>Lanes are in the order of their numbers. Leases are in the order of their bookings, and no lease expires before an
 * older one.
 */
public final class OriginState {

    /** Most sites of an origin: its state is one record, which a broker takes only up to a size. */
    static final int LANES_MAX = 10_000;

    /** What an origin has seen may be so far ahead of the clock, and no further: then the clock was wrong. */
    public static final long AHEAD_MICROS_MAX = Micros.ofSeconds(300);

    /** What is written. A change of the bytes is a new version, and {@link #fromBytes} goes on reading the old ones. */
    static final int VERSION = 6;

    /** About what the frozen states took: 0.7 to 1.4 times as much. */
    private static final long HEAP_BYTES = 600;

    private static final long HEAP_BYTES_LANE = 600;
    private static final long HEAP_BYTES_LEASE = 120;
    private static final long HEAP_BYTES_RETURNED = 40;

    /** The first version that was frozen: see {@code FrozenStateTest}. */
    static final int OLDEST_VERSION = 5;

    long epoch;
    long bookings;
    long unitsBooked;
    long tatMicros = Long.MIN_VALUE;
    int lastCost;
    long lastReleaseAtMicros = Long.MIN_VALUE;
    long seenMicros = Long.MIN_VALUE;
    long virtualTime;
    long deferredFromMicros = Transition.NEVER;
    long deferred;
    final Hold hold;
    final List<Lane> lanes;
    final Leases leases;
    Silence silence = Silence.NONE;
    Forecast forecast = Forecast.NONE;
    ContentTypes contentTypes = ContentTypes.NONE;

    /** Not as it was stored, perhaps, but as it is: see {@link #caughtUp}. */
    boolean isCurrent = true;

    /** Requests that joined queues since the state that has to be stored. */
    int joined;

    /** What the origin's answers taught; null until a request was booked under a policy that wants it. */
    @Nullable
    Knee knee;

    public OriginState() {
        this(new Hold(), new ArrayList<>(1), new Leases());
    }

    OriginState(Hold hold, List<Lane> lanes, Leases leases) {
        this.hold = hold;
        this.lanes = lanes;
        this.leases = leases;
    }

    /** The caller's clock, never before what this origin has seen, unless that {@link #isAheadOf} it. */
    public long clamp(long nowMicros) {
        return isAheadOf(nowMicros) ? nowMicros : Math.max(nowMicros, seenMicros);
    }

    /** This origin was last looked at by a clock that was wrong, by more than {@link #AHEAD_MICROS_MAX}. */
    public boolean isAheadOf(long nowMicros) {
        return Micros.subtract(seenMicros, nowMicros) > AHEAD_MICROS_MAX;
    }

    /**
     * Whether nothing has happened since the last state that has to be stored but that requests joined a queue, behind
     * others of their priority. Then this one need not be: the backlog tells the same.
     */
    public boolean isToldByBacklog() {
        return joined > 0;
    }

    /**
     * This with the requests that joined queues since it was stored: they have the tickets that follow.
     *
     * @param isHeld whether the backlog holds a request under a ticket
     */
    public OriginState caughtUp(LongPredicate isHeld) {
        if (isCurrent || lanes.stream().noneMatch(lane -> lane.isBehind(isHeld))) {
            return this;
        }
        OriginState current = copy();
        for (Lane lane : current.lanes) {
            current.joined += lane.catchUp(isHeld);
        }
        return current;
    }

    /** Nothing has happened to this origin yet. */
    public boolean isNew() {
        return seenMicros == Long.MIN_VALUE;
    }

    public long epoch() {
        return epoch;
    }

    public long tatMicros() {
        return tatMicros;
    }

    /** TAT with what requests to caches are expected to cost the origin behind them. */
    public long forecastTatMicros() {
        return Math.max(tatMicros, forecast.tatMicros());
    }

    /** Before this nothing of the origin goes; {@link Long#MIN_VALUE} if it never complained. */
    public long holdUntilMicros() {
        return hold.untilMicros();
    }

    /** Why nothing of the origin goes before that; empty if it never complained, or nobody noted it. */
    public Optional<HoldCause> holdCause() {
        return hold.cause();
    }

    /** The fastest that the whole origin may be: the policy's limiter, or slower after complaints. */
    public Limit floor(Policy policy) {
        return hold.paced(policy.origin());
    }

    /** The limiter of the whole origin: its {@link #floor}, or slower where its answers say so. */
    public Limit limit(Policy policy) {
        Limit floor = floor(policy);
        if (knee == null || !policy.isAdaptive()) {
            return floor;
        }
        long learnedMicros = knee.intervalMicros(paceLimits(policy, floor.intervalMicros()));
        return learnedMicros > floor.intervalMicros() ? floor.atLeastEvery(learnedMicros) : floor;
    }

    /** What the policy lets the adaptive law choose from. */
    static PaceLimits paceLimits(Policy policy, long fastestMicros) {
        return new PaceLimits(
                fastestMicros, Math.max(fastestMicros, policy.intervalMaxMicros()), 1, policy.maxInFlight());
    }

    /** What the adaptive law has learned; empty where the policy does not want it and before the first booking. */
    public Optional<Learned> learned(Policy policy) {
        return knee == null || !policy.isAdaptive()
                ? Optional.empty()
                : Optional.of(Learned.of(knee, paceLimits(policy, floor(policy).intervalMicros())));
    }

    /** When the first deferred request is due; {@link Transition#NEVER} for none. */
    public long deferredFromMicros() {
        return deferredFromMicros;
    }

    public long waiting() {
        long waiting = 0;
        for (Lane lane : lanes) {
            waiting += lane.waiting();
        }
        return waiting;
    }

    boolean hasWaiting() {
        for (Lane lane : lanes) {
            if (lane.hasWaiting()) {
                return true;
            }
        }
        return false;
    }

    /** Requests that wait, and those that may not start yet. */
    public long waitingAndDeferred() {
        return waiting() + deferred;
    }

    /** Releases that are out and go to the origin itself, not to a cache in front of it. */
    int outAtOrigin() {
        return leases.size() - leases.toCaches();
    }

    public int inFlight() {
        return leases.size();
    }

    /** What this takes as objects, about. */
    public long heapBytes() {
        long bytes = HEAP_BYTES + HEAP_BYTES_LEASE * leases.size();
        for (Lane lane : lanes) {
            bytes += HEAP_BYTES_LANE + HEAP_BYTES_RETURNED * lane.returned();
        }
        return bytes;
    }

    public List<Lane> lanes() {
        return List.copyOf(lanes);
    }

    public List<Lease> leases() {
        return List.copyOf(leases);
    }

    /** When the oldest lease runs out; {@link Transition#NEVER} without leases. */
    public long firstLeaseDeadlineMicros() {
        return leases.isEmpty() ? Transition.NEVER : leases.get(0).deadlineMicros();
    }

    /** None of the leases ends before; this, where none would. If it was a wrong clock that said so, that shows later. */
    OriginState withLeasesUntil(long nowMicros, long micros) {
        if (firstLeaseDeadlineMicros() >= micros) {
            return this;
        }
        OriginState later = copy();
        for (int i = 0; i < leases.size() && leases.get(i).deadlineMicros() < micros; i++) {
            later.leases.set(i, leases.get(i).until(micros));
        }
        later.seenMicros = Math.max(seenMicros, nowMicros);
        later.joined = 0;
        return later;
    }

    Lane lane(long ticket) {
        int id = Ticket.lane(ticket);
        for (Lane lane : lanes) {
            if (lane.id() == id) {
                return lane;
            }
        }
        throw new CorruptStateException("ticket of lane " + id + " (expected: one of " + lanes.size() + " lanes)");
    }

    /** Who books the site of this name, as far as its home knows. */
    public String bookerOf(String siteKey) {
        return laneOf(siteKey)
                .map(Lane::tenure)
                .filter(Tenure::isElsewhere)
                .map(Tenure::other)
                .orElse(siteKey);
    }

    /** Whether requests of a site wait here or are leased. */
    public boolean isBusy(String siteKey) {
        return laneOf(siteKey).filter(lane -> !lane.isIdle()).isPresent();
    }

    /** Whether a site is known here. */
    public boolean hasLane(String siteKey) {
        return laneOf(siteKey).isPresent();
    }

    Optional<Lane> laneOf(String siteKey) {
        for (Lane lane : lanes) {
            if (lane.siteKey().equals(siteKey)) {
                return Optional.of(lane);
            }
        }
        return Optional.empty();
    }

    /**
     * The lane of a site. A new one takes the least number that is free, after the lanes that may be forgotten are;
     * empty when all {@link #LANES_MAX} are still needed.
     */
    Optional<Lane> openLane(String siteKey, long nowMicros, Policy policy) {
        if (laneOf(siteKey).isEmpty()) {
            lanes.removeIf(old -> old.isForgettable(nowMicros, policy));
        }
        return laneOf(siteKey).isPresent() || lanes.size() < LANES_MAX
                ? Optional.of(openAnyLane(siteKey, nowMicros, policy))
                : Optional.empty();
    }

    /** The lane of a site that another origin hands over: what is moved has been accepted, however many there are. */
    Lane openAnyLane(String siteKey, long nowMicros, Policy policy) {
        Lane lane = laneOf(siteKey).orElseGet(() -> {
            lanes.removeIf(old -> old.isForgettable(nowMicros, policy));
            return insertLane(siteKey);
        });
        lane.seen(nowMicros);
        return lane;
    }

    private Lane insertLane(String siteKey) {
        int id = 0;
        while (id < lanes.size() && lanes.get(id).id() == id) {
            id++;
        }
        Lane lane = new Lane(id, siteKey);
        lanes.add(id, lane);
        return lane;
    }

    OriginState copy() {
        List<Lane> lanesCopy = new ArrayList<>(lanes.size() + 1);
        for (Lane lane : lanes) {
            lanesCopy.add(lane.copy());
        }
        OriginState copy = new OriginState(hold.copy(), lanesCopy, leases.copy());
        copy.epoch = epoch;
        copy.bookings = bookings;
        copy.unitsBooked = unitsBooked;
        copy.tatMicros = tatMicros;
        copy.lastCost = lastCost;
        copy.lastReleaseAtMicros = lastReleaseAtMicros;
        copy.seenMicros = seenMicros;
        copy.virtualTime = virtualTime;
        copy.deferredFromMicros = deferredFromMicros;
        copy.silence = silence;
        copy.forecast = forecast;
        copy.contentTypes = contentTypes;
        copy.knee = knee == null ? null : knee.copy();
        copy.deferred = deferred;
        copy.joined = joined;
        return copy;
    }

    /** For a store that is not given a state {@link #isToldByBacklog}: who reads it has to catch up. */
    public byte[] toBytes() {
        return StateBytes.write(this, false);
    }

    /** For a store that is given each state. */
    public byte[] toCompleteBytes() {
        return StateBytes.write(this, true);
    }

    public static OriginState fromBytes(byte[] bytes) {
        return StateBytes.read(bytes);
    }
}

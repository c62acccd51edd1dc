package org.decorum.core.machine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backlog.LaneMemory;
import org.decorum.core.backoff.Complaint;
import org.decorum.core.backoff.Hold;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;

/**
 * Who is held when an origin answers that it is too much, or a site of it fails so often in a row as the policy says: the whole origin where it has one lane; otherwise the lane,
 * and the origin as well once {@link #LANES_FOR_ORIGIN} lanes of it complained within {@link #WINDOW_MICROS}. Whoever
 * waits for a probe is held again when that complains, or it would wait for ever. A hold
 * that is set or gets longer raises the epoch by 1, once an event, so that what was released before it does not start.
 * It binds whoever books the lane now as well. Who is held goes at half the rate afterwards, see {@link Hold}.
 *
 * <p>A run of failures is counted in its lane, wherever the hold goes. A hold of the whole origin ends the runs of all
 * its lanes.
 */
final class Overload {

    static final int LANES_FOR_ORIGIN = 3;
    static final long WINDOW_MICROS = Micros.ofSeconds(60);

    private final String originKey;
    private final OriginState state;
    private final Policy policy;
    private final Policies policies;
    private final long now;
    private final List<OriginEffect> effects;

    Overload(
            String originKey,
            OriginState state,
            Policy policy,
            Policies policies,
            long now,
            List<OriginEffect> effects) {
        this.originKey = originKey;
        this.state = state;
        this.policy = policy;
        this.policies = policies;
        this.now = now;
        this.effects = effects;
    }

    /** The answer to a lease was 429 or 503. */
    void complained(Lease lease, OptionalLong retryAfterMicros) {
        complained(state.lane(lease.ticket()), complaint(lease, retryAfterMicros, HoldCause.LADDER));
    }

    /** A site cannot say yet what it allows: it is left alone, and where it is one of several, it alone. */
    void postponed(Lease lease, OptionalLong afterMicros) {
        Lane lane = state.lane(lease.ticket());
        boolean alone = state.lanes.size() == 1;
        boolean byLane = !alone || lane.hold().isProbe(lease.booking().number());
        state.hold.missed(lease.booking().number());
        hold(lane, complaint(lease, afterMicros, HoldCause.ROBOTS), byLane, alone);
    }

    /**
     * A lease was answered, and neither by a complaint nor by a failure.
     *
     * @param byOrigin whether the origin did, and not a cache in front of it, which says nothing of the origin
     */
    void succeeded(Lease lease, boolean byOrigin) {
        Lane lane = state.lane(lease.ticket());
        long booking = lease.booking().number();
        if (byOrigin) {
            state.hold.succeeded(booking, originFloorMicros(lane));
        } else {
            state.hold.missed(booking);
        }
        lane.hold().succeeded(booking, floorMicros(lane));
    }

    /** A lease was not started. */
    void missed(Lease lease) {
        state.hold.missed(lease.booking().number());
        state.lane(lease.ticket()).hold().missed(lease.booking().number());
    }

    /** Nobody spoke of a lease: that is the fleet's silence, and no failure of the origin, but a probe has not succeeded. */
    void lapsed(Lease lease) {
        Lane lane = state.lane(lease.ticket());
        if (state.hold.isProbe(lease.booking().number())) {
            endRuns();
        }
        publish(lane, failed(lane.hold(), lease, lane.siteKey()), failed(state.hold, lease, originKey));
    }

    /**
     * The origin failed a lease: it did not answer, or with an error of its own.
     *
     * @return whether that completes a run, which is as good as a complaint
     */
    boolean failed(Lease lease) {
        Lane lane = state.lane(lease.ticket());
        long booking = lease.booking().number();
        if (lane.hold().isProbe(booking) || state.hold.isProbe(booking)) {
            lapsed(lease);
            return false;
        }
        boolean counts = !lane.hold().isOfIncident(booking) && !state.hold.isOfIncident(booking);
        if (!counts || lane.hold().countFailure() < policy.backoff().failureRun()) {
            return false;
        }
        complained(lane, complaint(lease, OptionalLong.empty(), HoldCause.FAILURES));
        return true;
    }

    private Complaint complaint(Lease lease, OptionalLong retryAfterMicros, HoldCause shown) {
        return new Complaint(lease.booking().number(), state.bookings, retryAfterMicros, shown);
    }

    private void complained(Lane lane, Complaint complaint) {
        lane.hold().noteComplaint(now);
        boolean alone = state.lanes.size() == 1;
        boolean byLane = !alone || lane.hold().isProbe(complaint.booking());
        boolean byOrigin = alone || complainingLanes() >= LANES_FOR_ORIGIN || state.hold.isProbe(complaint.booking());
        hold(lane, complaint, byLane, byOrigin);
    }

    private void hold(Lane lane, Complaint complaint, boolean byLane, boolean byOrigin) {
        publish(
                lane,
                byLane ? overloadLane(lane, complaint) : Optional.empty(),
                byOrigin ? overloadOrigin(lane, complaint) : Optional.empty());
        boolean laneTells = byLane && lane.hold().isNewlyCapped(complaint, policy.backoff());
        boolean originTells = byOrigin && state.hold.isNewlyCapped(complaint, policy.backoff());
        if (laneTells || originTells) {
            effects.add(new OriginEffect.RetryAfterCapped(
                    lane.siteKey(), complaint.askedMicros(), policy.backoff().retryAfterCapMicros()));
        }
    }

    private Optional<HoldCause> overloadLane(Lane lane, Complaint complaint) {
        return lane.hold()
                .overload(
                        complaint,
                        now,
                        policy.backoff(),
                        floorMicros(lane),
                        policies.of(lane.siteKey()).intervalMaxMicros(),
                        seed(lane.siteKey()));
    }

    private Optional<HoldCause> overloadOrigin(Lane lane, Complaint complaint) {
        if (!state.hold.isOfIncident(complaint.booking())) {
            endRuns();
        }
        return state.hold.overload(
                complaint, now, policy.backoff(), originFloorMicros(lane), policy.intervalMaxMicros(), seed(originKey));
    }

    private void endRuns() {
        state.lanes.forEach(lane -> lane.hold().endRun());
    }

    private long floorMicros(Lane lane) {
        return lane.floor(policies.of(lane.siteKey())).intervalMicros();
    }

    /** An origin with one lane is no faster than that, its Crawl-delay included: half of its rate is half of that. */
    private long originFloorMicros(Lane lane) {
        long floor = policy.origin().intervalMicros();
        return state.lanes.size() == 1 ? Math.max(floor, floorMicros(lane)) : floor;
    }

    private Optional<HoldCause> failed(Hold hold, Lease lease, String key) {
        return hold.failed(lease.booking().number(), state.bookings, now, policy.backoff(), seed(key));
    }

    private void publish(Lane lane, Optional<HoldCause> laneCause, Optional<HoldCause> originCause) {
        if (laneCause.isEmpty() && originCause.isEmpty()) {
            return;
        }
        state.epoch++;
        if (lane.tenure().isElsewhere()) {
            LaneMemory memory = originCause.isPresent() ? lane.memory(now).and(state.hold) : lane.memory(now);
            effects.add(new OriginEffect.Sent(lane.tenure().other(), new LaneMessage.News(lane.siteKey(), memory)));
        }
        laneCause.ifPresent(cause -> effects.add(
                new OriginEffect.Held(Optional.of(lane.siteKey()), lane.hold().untilMicros(), state.epoch, cause)));
        originCause.ifPresent(cause ->
                effects.add(new OriginEffect.Held(Optional.empty(), state.hold.untilMicros(), state.epoch, cause)));
    }

    private long complainingLanes() {
        long since = Micros.subtract(now, WINDOW_MICROS);
        return state.lanes.stream()
                .filter(lane -> lane.hold().complainedSince(since))
                .count();
    }

    /** Differs between origins, and between the rungs of one. */
    private long seed(String key) {
        return ((long) key.hashCode() << 32) ^ state.epoch;
    }
}

package org.decorum.core.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backlog.LaneQueue;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;

/**
 * The rules of one origin: {@code (state, event, now, policies, backlog) -> (state', effects, wake)}. It reads no
 * clock and does no I/O; the same arguments give the same answer. The state that it is given stays as it is. A tick
 * that has no effect leaves the next state equal to it: looking at an idle origin does not keep it from being forgotten.
 *
 * <p>{@code now} must not run backwards for an origin, unless a clock was far ahead: see {@link OriginState#clamp}.
 */
public final class OriginMachine {

    /** A request is given up after so many answers of too much for each attempt that it has. */
    private static final int OVERLOADS_PER_ATTEMPT = 10;

    /** After so many requests that joined queues in a row the state is stored: who reads it need not look for more. */
    static final int JOINS_MAX = 256;

    /** So far apart clocks of stage and fetchers may be without anybody noticing. */
    static final long SKEW_MICROS_MAX = Micros.ofSeconds(5);

    private final Timing timing;

    public OriginMachine(Timing timing) {
        this.timing = timing;
    }

    public Timing timing() {
        return timing;
    }

    /**
     * Applies one event.
     *
     * @param originKey the origin, whose policy counts
     * @param nowMicros the time, microseconds since the epoch
     * @param backlog the requests that wait; not asked for the one that arrives
     */
    public Transition apply(
            String originKey,
            OriginState state,
            OriginEvent event,
            long nowMicros,
            Policies policies,
            BacklogView backlog) {
        return apply(originKey, state, event, nowMicros, policies, backlog, Allowance.UNLIMITED);
    }

    /**
     * Applies one event, and books no more than the fetchers have room for. What is due and has to wait for them keeps
     * its wake in the past.
     */
    public Transition apply(
            String originKey,
            OriginState state,
            OriginEvent event,
            long nowMicros,
            Policies policies,
            BacklogView backlog,
            Allowance allowance) {
        Policies inside = policies.inside(originKey);
        Policy policy = inside.of(originKey);
        if (event instanceof OriginEvent.Tick && isForgettable(state, policy, nowMicros)) {
            return new Transition(state, List.of(new OriginEffect.Forgotten(state.epoch)), false, Transition.NEVER);
        }
        return new Step(originKey, state.copy(), policy, inside, nowMicros, backlog).take(event, allowance);
    }

    /**
     * An origin whose task has just begun: what fetchers reported while nobody listened is still to be read, and no lease
     * ends before it can have been.
     *
     * @param readMicros for so long reports may be on their way
     * @return the state that came in, where no lease would end before
     */
    public OriginState listening(
            String originKey, OriginState state, long nowMicros, long readMicros, Policies policies) {
        if (state.leases.isEmpty() || state.isAheadOf(nowMicros)) {
            return state;
        }
        Policy policy = policies.inside(originKey).of(originKey);
        return state.withLeasesUntil(
                nowMicros, Micros.add(nowMicros, Math.min(readMicros, policy.leaseTimeoutMicros())));
    }

    /** When the origin next needs a tick, as far as its state and policy tell. */
    public long wakeAt(String originKey, OriginState state, long nowMicros, Policies policies) {
        if (state.isAheadOf(nowMicros)) {
            return nowMicros;
        }
        if (!state.hasWaiting()) {
            return Math.min(state.firstLeaseDeadlineMicros(), state.deferredFromMicros);
        }
        Policies inside = policies.inside(originKey);
        Policy policy = inside.of(originKey);
        Booker booker = new Booker(
                timing,
                state,
                policy,
                inside,
                nowMicros,
                ticket -> null,
                List.of(),
                new Adapting(originKey, state, policy, inside, nowMicros));
        return Math.min(booker.wakeAt(), state.deferredFromMicros);
    }

    /** Everything that could matter is past, for as long as the policy remembers idle origins. */
    private static boolean isForgettable(OriginState state, Policy policy, long nowMicros) {
        if (!state.leases.isEmpty() || state.waiting() > 0 || state.deferredFromMicros != Transition.NEVER) {
            return false;
        }
        long last = Math.max(state.seenMicros, state.forecastTatMicros());
        last = Math.max(last, state.hold.pastMicros(policy.backoff()));
        for (Lane lane : state.lanes) {
            if (!lane.tenure().isForgettable()) {
                return false;
            }
            last = Math.max(last, lane.pastMicros(policy));
        }
        return Micros.subtract(nowMicros, last) > policy.retentionMicros();
    }

    /** One application: the state that changes, and the effects that gather. */
    private final class Step {

        private final OriginState state;
        private final Policy policy;
        private final Policies policies;
        private final long now;
        private final BacklogView stored;
        private final List<OriginEffect> effects = new ArrayList<>(4);
        private final Ownership ownership;
        private final String originKey;
        private BacklogView backlog;
        private boolean joins;

        Step(String originKey, OriginState state, Policy policy, Policies policies, long now, BacklogView stored) {
            this.state = state;
            this.policy = policy;
            this.policies = policies;
            this.now = now;
            this.stored = stored;
            this.originKey = originKey;
            this.ownership = new Ownership(originKey, state, policy, now, effects);
            this.backlog = stored;
        }

        Transition take(OriginEvent event, Allowance allowance) {
            if (state.isAheadOf(now)) {
                effects.add(
                        new ClockJump(state.seenMicros, now, policy.backoff().longestMicros()).undo(state));
            }
            if (event instanceof OriginEvent.Arrived arrived) {
                arrive(arrived);
            } else if (event instanceof OriginEvent.Reported reported) {
                report(reported);
            } else if (event instanceof OriginEvent.RobotsRead robots) {
                ownership.robotsRead(robots.siteKey(), robots.crawlDelayMicros());
            } else if (event instanceof OriginEvent.Remapped remapped) {
                ownership.remapped(remapped.owner());
            } else if (event instanceof OriginEvent.Received received) {
                ownership.received(received.message());
            } else if (event instanceof OriginEvent.Tick) {
                ownership.surrenderIdle();
            } else if (event instanceof OriginEvent.Recalled recalled) {
                state.deferred = Math.max(0, state.deferred - recalled.count());
                state.deferredFromMicros = recalled.nextDueMicros();
            }
            expireLeases();
            long wake = new Booker(timing, state, policy, policies, now, backlog, effects, adapting()).book(allowance);
            boolean changed = hasChanged(event);
            if (joins && effects.size() == 1 && state.joined < JOINS_MAX - 1) {
                state.joined++;
            } else if (changed) {
                state.joined = 0;
                state.seenMicros = Math.max(state.seenMicros, now);
            }
            return new Transition(state, effects, changed, Math.min(wake, state.deferredFromMicros));
        }

        /** Anew each time: an arrival may have opened a second lane, which changes what the policy allows. */
        private Adapting adapting() {
            return new Adapting(originKey, state, policy, policies, now);
        }

        private Overload overload() {
            return new Overload(originKey, state, policy, policies, now, effects);
        }

        /**
         * A look at an origin with nothing to do, feedback that names no lease, or a request that is turned away, leaves no
         * trace at an origin that is known: a flood of them writes no state.
         */
        private boolean hasChanged(OriginEvent event) {
            boolean mayPassUnnoticed = event instanceof OriginEvent.Tick
                    || event instanceof OriginEvent.Reported
                    || event instanceof OriginEvent.Remapped
                    || (event instanceof OriginEvent.Arrived && !effects.isEmpty() && !state.isNew());
            return !mayPassUnnoticed || leaveATrace();
        }

        private boolean leaveATrace() {
            for (OriginEffect effect : effects) {
                if (!leavesNoTrace(effect)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean leavesNoTrace(OriginEffect effect) {
            return effect instanceof OriginEffect.Stale
                    || effect instanceof OriginEffect.Refused
                    || effect instanceof OriginEffect.Parked;
        }

        private void arrive(OriginEvent.Arrived arrived) {
            Waiting request = arrived.request();
            Optional<String> elsewhere = ownership.elsewhere(request.siteKey());
            if (elsewhere.isPresent()) {
                effects.add(new OriginEffect.Forwarded(elsewhere.get()));
                return;
            }
            Blocking blocking = new Blocking(policy, policies);
            if (ownership.books(request.siteKey(), arrived.aliased()) && blocking.applies(request.siteKey())) {
                effects.add(new OriginEffect.Refused(RejectCause.POLICY_BLOCKED, blocking.detail(request.siteKey())));
                return;
            }
            int priority =
                    request.priority().orElse(policies.of(request.siteKey()).priority());
            Overflow overflow = new Overflow(state, policy, effects);
            if (!arrived.moved() && !overflow.admits(priority)) {
                return;
            }
            if (request.notBeforeMicros() > Micros.add(now, timing.reachMicros())) {
                long dueMicros = request.notBeforeMicros() - timing.reachMicros();
                state.deferredFromMicros = Math.min(state.deferredFromMicros, dueMicros);
                state.deferred++;
                effects.add(new OriginEffect.Deferred(dueMicros));
                return;
            }
            Optional<Lane> lane = openLane(arrived, priority);
            if (lane.isEmpty()) {
                overflow.noLane();
                return;
            }
            if (arrived.aliased()) {
                ownership.claim(lane.get());
            }
            long ticket = lane.get().append(priority, state.virtualTime);
            backlog = asked -> asked == ticket ? request : stored.at(asked);
            effects.add(new OriginEffect.Admitted(ticket));
        }

        /** What another origin sent on has been accepted there. */
        private Optional<Lane> openLane(OriginEvent.Arrived arrived, int priority) {
            String siteKey = arrived.request().siteKey();
            Optional<Lane> known = state.laneOf(siteKey);
            joins = known.isPresent() && known.get().waiting(priority) > 0;
            if (joins) {
                return known;
            }
            return arrived.moved()
                    ? Optional.of(state.openAnyLane(siteKey, now, policy))
                    : state.openLane(siteKey, now, policy);
        }

        private void report(OriginEvent.Reported reported) {
            int index = indexOf(reported.booking());
            if (index < 0) {
                effects.add(new OriginEffect.Stale(reported.booking()));
                return;
            }
            Lease lease = state.leases.remove(index);
            state.silence = state.silence.broken();
            adapting().reported(lease, reported);
            new CacheCosts(state, policy, policies).reported(lease, reported);
            new Drift(state, policy, policies).started(lease, reported.startedAtMicros());
            if (reported.outcome() != Outcome.MISSED_SLOT && reported.outcome() != Outcome.DISALLOWED) {
                finished(lease, reported.finishedAtMicros().orElse(now));
            }
            switch (reported.outcome()) {
                case FETCHED -> answered(lease, reported);
                case MISSED_SLOT -> {
                    giveBack(lease, lease.attempt(), lease.overloads(), ReturnCause.MISSED_SLOT);
                    overload().missed(lease);
                }
                case FAILED -> {
                    retry(lease, ReturnCause.FAILED);
                    failed(lease);
                }
                case UNABLE -> {
                    retry(lease, ReturnCause.FAILED);
                    overload().missed(lease);
                }
                case ROBOTS -> robots(lease, reported);
                case DISALLOWED -> {
                    giveUp(lease, RejectCause.ROBOTS_DISALLOWED, "robots.txt does not allow it");
                    overload().missed(lease);
                }
            }
        }

        /**
         * Not before its slot, and a little after now at most, since ours may be the clock that is behind; what cannot
         * be is taken for now. A slot that a clock far ahead gave is none.
         */
        private void finished(Lease lease, long atMicros) {
            long releaseAt = lease.booking().releaseAtMicros();
            long slot = releaseAt > state.lastReleaseAtMicros ? now : releaseAt;
            state.lane(lease.ticket())
                    .finished(Math.max(Micros.subtract(atMicros, now) <= SKEW_MICROS_MAX ? atMicros : now, slot));
        }

        /** Remembered only where the policy prices content types: it is a part of the state that all origins would pay. */
        private void noteContentType(Lease lease, OriginEvent.Reported reported) {
            Lane lane = state.lane(lease.ticket());
            if (reported.contentType().isPresent()
                    && policies.of(lane.siteKey()).costs().askContentTypes()) {
                Waiting request = backlog.at(lease.ticket());
                if (request != null) {
                    state.contentTypes = state.contentTypes.saw(
                            request.clues().url(), reported.contentType().get());
                }
            }
        }

        private void answered(Lease lease, OriginEvent.Reported reported) {
            if (reported.isSuccess()) {
                noteContentType(lease, reported);
            }
            if (reported.isOverload()) {
                complained(lease, reported);
                return;
            }
            state.lane(lease.ticket()).endLease();
            effects.add(new OriginEffect.Concluded(lease, Outcome.FETCHED));
            if (reported.isServerError()) {
                failed(lease);
            } else {
                overload()
                        .succeeded(
                                lease, !(lease.isToCache() && reported.cache().sparedOrigin()));
            }
        }

        private void failed(Lease lease) {
            if (overload().failed(lease)) {
                adapting().refused(lease);
            }
        }

        /** The request was not sent, so whether it goes well is not known: after a hold the next one is the probe. */
        private void robots(Lease lease, OriginEvent.Reported reported) {
            if (reported.isOverload()) {
                complained(lease, reported);
                return;
            }
            giveBack(lease, lease.attempt(), lease.overloads(), ReturnCause.ROBOTS);
            overload().missed(lease);
        }

        private void complained(Lease lease, OriginEvent.Reported reported) {
            int overloads = lease.overloads() + 1;
            int overloadsMax = policy.maxAttempts() * OVERLOADS_PER_ATTEMPT;
            if (overloads < overloadsMax) {
                giveBack(lease, lease.attempt(), overloads, ReturnCause.OVERLOADED);
            } else {
                exhaust(lease, "answers of too much: [" + overloads + "/" + overloadsMax + "]");
            }
            if (reported.isTooMuch()) {
                overload().complained(lease, reported.retryAfterMicros());
            } else {
                overload().postponed(lease, reported.retryAfterMicros());
            }
        }

        /** At most as many as one step may book; the next wake is at the deadline of those that are left, past already. */
        private void expireLeases() {
            int expired = 0;
            while (expired < Math.min(state.leases.size(), Booker.STEPS_MAX)
                    && state.leases.get(expired).deadlineMicros() <= now) {
                finished(state.leases.get(expired), now);
                adapting().lost(state.leases.get(expired));
                new CacheCosts(state, policy, policies).lapsed(state.leases.get(expired));
                state.silence = state.silence.expired(
                        state.leases.get(expired).booking().number(), state.bookings);
                retry(state.leases.get(expired), ReturnCause.LEASE_EXPIRED);
                overload().lapsed(state.leases.get(expired));
                expired++;
            }
            if (expired > 0) {
                state.leases.subList(0, expired).clear();
            }
        }

        private void retry(Lease lease, ReturnCause cause) {
            if (lease.attempt() < policy.maxAttempts()) {
                giveBack(lease, lease.attempt() + 1, lease.overloads(), cause);
            } else {
                exhaust(
                        lease,
                        "attempts: [" + lease.attempt() + "/" + policy.maxAttempts() + "], the last ended as " + cause);
            }
        }

        private void exhaust(Lease lease, String detail) {
            giveUp(lease, RejectCause.ATTEMPTS_EXHAUSTED, detail);
        }

        private void giveUp(Lease lease, RejectCause cause, String detail) {
            state.lane(lease.ticket()).endLease();
            effects.add(new OriginEffect.Dropped(lease.ticket(), lease.attempt(), cause, detail));
        }

        private void giveBack(Lease lease, int attempt, int overloads, ReturnCause cause) {
            Lane lane = state.lane(lease.ticket());
            lane.giveBack(new LaneQueue.Entry(lease.ticket(), attempt, overloads), state.virtualTime);
            lane.endLease();
            effects.add(new OriginEffect.Returned(lease, cause));
        }

        private int indexOf(BookingId booking) {
            for (int index = 0; index < state.leases.size(); index++) {
                if (state.leases.get(index).booking().equals(booking)) {
                    return index;
                }
            }
            return -1;
        }
    }
}

package org.decorum.stage.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.decorum.core.machine.BookingId;
import org.decorum.core.machine.OriginEffect;
import org.decorum.core.machine.OriginEvent;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.Transition;
import org.decorum.core.origin.Aliases;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.PolicyKey;
import org.decorum.core.rate.Micros;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginMessage;
import org.decorum.schema.OriginMessageKind;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.store.BacklogKey;
import org.decorum.stage.store.OriginStores;
import org.jspecify.annotations.Nullable;

/**
 * The origins that one stream task owns. Two entrances, a record and a timer, lead to the same decision and the same
 * applier. It knows neither Kafka nor a clock: the simulation drives it as the processor does.
 */
public final class OriginTask {

    /** Most origins that one tick looks at; the others stay due. */
    private static final int ORIGINS_PER_TICK = 2_000;

    /**
     * Most origins that a former owner left that are met before some that are due have their turn. Each row costs a seek
     * in the store, as much as ten to twenty origins.
     */
    private static final int MET_IN_A_ROW_MAX = 1_000;

    /** Most of them that one tick looks at. */
    private static final int MET_PER_TICK = 4_000;

    /** Most deferred requests of one origin that arrive in one go. */
    private static final int RECALLED_MAX = 100;

    /** Most origins that one tick looks at to find those that a changed policy speaks of. */
    private static final int SEARCHED_MAX = 1_000;

    /** Most idle origins that one sweep looks at. */
    private static final int SWEPT_MAX = 500;

    /**
     * From when a task begins, what was reported before can take so long to come to it: it is read, repartitioned, committed
     * and read again, beside requests of which as many may have come.
     */
    public static final long REPORTS_MICROS = Micros.ofSeconds(30);

    private final Policies policies;
    private final OriginStores stores;
    private final EffectApplier applier;
    private final StageMeters meters;
    private final FleetGate gate;
    private final Agenda agenda = new Agenda();
    private final Remapped remapped;
    private final Decisions decisions;
    private final PatternSearch patterns = new PatternSearch(OriginTask::hasWork);

    private boolean sitePolicyChanged;
    private long tickedMicros = Long.MIN_VALUE;
    private @Nullable String sweptTo;

    public OriginTask(
            OriginMachine machine,
            Policies policies,
            Aliases aliases,
            OriginStores stores,
            Outlet outlet,
            StageMeters meters,
            TaskTally tally,
            Fleet fleet) {
        this.policies = policies;
        this.stores = stores;
        this.meters = meters;
        this.gate = new FleetGate(machine.timing(), tally, fleet);
        this.applier = new EffectApplier(stores, policies, outlet, meters);
        this.remapped = new Remapped(aliases);
        this.decisions = new Decisions(machine, policies, stores, applier, tally, gate, agenda, remapped);
    }

    /**
     * There are origins that a former owner left: ticks find out which of them is due when.
     *
     * @param reportsMicros for so long reports may be on their way that were sent since it went; no lease ends before
     */
    public void restore(long reportsMicros) {
        decisions.restore(reportsMicros);
    }

    /** Whether there may be origins of which this task does not know yet when they are due. */
    public boolean isRestoring() {
        return decisions.isRestoring();
    }

    /** The task has another owner from now on, or none: its releases take none of this instance's places any more. */
    public void close(long wallMicros) {
        gate.close(wallMicros);
    }

    /** A request came in. */
    public void request(KeyedRequest request, long offset, long wallMicros) {
        String originKey = request.getOriginKey();
        arrive(originKey, decisions.load(originKey), Arrival.read(request, offset), wallMicros);
    }

    /** Another origin says something about a site. */
    public void message(OriginMessage message, long wallMicros) {
        String originKey = message.getOriginKey();
        OriginState state = decisions.load(originKey);
        if (message.getKind() == OriginMessageKind.CLAIM) {
            state = remap(originKey, state, wallMicros);
        }
        decisions.noteSite(originKey, message.getSiteKey());
        OriginEvent event = new OriginEvent.Received(OriginMessages.message(message));
        state = decisions.decide(originKey, state, event, wallMicros).state();
        if (originKey.equals(message.getSiteKey()) && remapped.concerns(originKey, state)) {
            remap(originKey, state, wallMicros);
        }
    }

    /** A fetcher reported. */
    public void feedback(FetchFeedback feedback, long wallMicros) {
        String originKey = feedback.getOriginKey();
        String bookingId = feedback.getBookingId();
        if (feedback.getOutcome() == FetchOutcome.ROBOTS) {
            boolean isStale = !robotsRead(feedback, wallMicros);
            if (isStale) {
                meters.staleFeedback();
            }
            if (bookingId == null) {
                if (!isStale) {
                    meters.feedback(FetchOutcome.ROBOTS);
                }
                return;
            }
        }
        BookingId booking =
                bookingId == null ? null : BookingId.parse(bookingId).orElse(null);
        if (booking == null) {
            meters.staleFeedback();
            return;
        }
        OriginState known = decisions.load(originKey);
        Transition transition =
                decisions.decide(originKey, known, Reports.event(booking, feedback, wallMicros), wallMicros);
        if (!transition.has(OriginEffect.Stale.class)) {
            gate.heard(booking, feedback, known, policies.of(originKey), wallMicros);
            meters.feedback(feedback.getOutcome());
        }
    }

    /**
     * Before the lease ends that robots.txt was read under: what is booked in its place obeys the delay. A site that is
     * not of this origin opens no lane, or mistaken reports could fill it.
     *
     * @return whether it speaks of a site of this origin
     */
    private boolean robotsRead(FetchFeedback feedback, long wallMicros) {
        String originKey = feedback.getOriginKey();
        String siteKey = feedback.getSiteKey() == null ? originKey : feedback.getSiteKey();
        OriginState known = decisions.load(originKey);
        if (!remapped.isOf(originKey, siteKey) && !known.hasLane(siteKey)) {
            return false;
        }
        Long delay = feedback.getCrawlDelayMicros();
        if (delay != null) {
            decisions.noteSite(originKey, siteKey);
            decisions.decide(originKey, known, new OriginEvent.RobotsRead(siteKey, delay), wallMicros);
        }
        return true;
    }

    /** Looks at the origins that are due, first due first, as long as there is time and the fetchers have places. */
    public void tick(long wallMicros, BooleanSupplier hasTime) {
        if (Micros.subtract(tickedMicros, wallMicros) > OriginState.AHEAD_MICROS_MAX) {
            decisions.dueAnew(wallMicros);
        }
        tickedMicros = wallMicros;
        if (sitePolicyChanged) {
            decisions.lookAtPlatforms(wallMicros);
            sitePolicyChanged = false;
        }
        remapped.some(stores.origins(), (siteKey, known) -> remap(siteKey, known, wallMicros));
        patterns.some(stores.origins(), SEARCHED_MAX)
                .forEach(origin -> policyChanged(origin.key, origin.value, wallMicros));
        for (int left = MET_PER_TICK;
                decisions.isRestoring() && left > 0 && hasTime.getAsBoolean();
                left -= MET_IN_A_ROW_MAX) {
            decisions.meetSome(MET_IN_A_ROW_MAX, wallMicros);
            serve(wallMicros, MET_IN_A_ROW_MAX, hasTime);
        }
        serve(wallMicros, ORIGINS_PER_TICK, hasTime);
    }

    private void serve(long wallMicros, int lookedAtMax, BooleanSupplier hasTime) {
        for (int left = lookedAtMax; left > 0 && hasTime.getAsBoolean(); left--) {
            long dueMicros = agenda.firstDueMicros();
            if (dueMicros > wallMicros) {
                if (!decisions.isRestoring()) {
                    gate.nothingIsDue();
                }
                return;
            }
            if (gate.isShut(dueMicros, wallMicros)) {
                press(wallMicros, left, hasTime);
                return;
            }
            String originKey = agenda.pollDue(wallMicros);
            if (originKey == null) {
                return;
            }
            meters.served(wallMicros - dueMicros);
            OriginState state = decisions.load(originKey);
            if (state.deferredFromMicros() <= state.clamp(wallMicros)) {
                state = recall(originKey, state, wallMicros);
            }
            if (isIdle(state, wallMicros)) {
                agenda.put(originKey, state.deferredFromMicros(), Transition.NEVER);
            } else {
                decisions.turn(originKey, state, wallMicros - dueMicros, wallMicros);
            }
        }
    }

    /** Leases run out and requests go elsewhere though there is no place for a release: so there may be one. */
    private void press(long wallMicros, int lookedAtMax, BooleanSupplier hasTime) {
        for (int left = lookedAtMax; left > 0 && hasTime.getAsBoolean(); left--) {
            String originKey = agenda.pollPressing(wallMicros);
            if (originKey == null) {
                return;
            }
            OriginState state = decisions.load(originKey);
            if (isIdle(state, wallMicros)) {
                agenda.put(originKey, state.deferredFromMicros(), Transition.NEVER);
            } else {
                decisions.decide(originKey, state, new OriginEvent.Tick(), wallMicros);
            }
        }
    }

    /** Looks at the next few origins in key order, so that the ones that nobody needs any more are forgotten. */
    public void sweep(long wallMicros) {
        List<KeyValue<String, OriginState>> some = new ArrayList<>();
        try (KeyValueIterator<String, OriginState> rest = stores.origins().range(sweptTo, null)) {
            while (rest.hasNext() && some.size() < SWEPT_MAX) {
                some.add(rest.next());
            }
            sweptTo = rest.hasNext() ? rest.peekNextKey() : null;
        }
        for (KeyValue<String, OriginState> origin : some) {
            decisions.decide(origin.key, origin.value, new OriginEvent.Tick(), wallMicros);
        }
    }

    /** The policy of an origin, of a site in some origins, or of a pattern has changed: it may let them go earlier. */
    public void recheck(String policyKey, long wallMicros) {
        sitePolicyChanged = true;
        if (PolicyKey.isPattern(policyKey)) {
            patterns.add(policyKey);
            return;
        }
        OriginState known = stores.origins().get(policyKey);
        if (known != null) {
            policyChanged(policyKey, known, wallMicros);
        }
    }

    private void policyChanged(String originKey, OriginState known, long wallMicros) {
        applier.policyChanged(originKey, known, wallMicros);
        agenda.putNoLater(originKey, wallMicros, wallMicros);
    }

    /** The alias of a site, or of all that a pattern speaks of, has changed. */
    public void realias(String aliasKey) {
        remapped.changed(aliasKey);
    }

    /** Here is the home of a site that somebody wants to book: it sees to it that whoever the alias names does. */
    private OriginState remap(String siteKey, OriginState known, long wallMicros) {
        String owner = remapped.ownerOf(siteKey);
        return owner.equals(known.bookerOf(siteKey))
                ? known
                : decisions
                        .decide(siteKey, known, new OriginEvent.Remapped(owner), wallMicros)
                        .state();
    }

    /** It was put down since a policy changed. Only a sweep may forget it, so that it is the same after a start. */
    private static boolean isIdle(OriginState state, long wallMicros) {
        return state.waitingAndDeferred() + state.inFlight() == 0 && !state.isAheadOf(wallMicros);
    }

    private static boolean hasWork(OriginState state) {
        return state.waiting() + state.inFlight() > 0;
    }

    /** Whether origins that are due wait for the fetchers. */
    public boolean waitsForFetchers() {
        return gate.isCrowded();
    }

    /**
     * When the first origin is due, microseconds since the epoch; {@link Transition#NEVER} for none, and
     * {@link Long#MIN_VALUE} as long as it may be any.
     */
    public long firstDueMicros() {
        return decisions.isRestoring() ? Long.MIN_VALUE : agenda.firstDueMicros();
    }

    private OriginState recall(String originKey, OriginState known, long wallMicros) {
        long now = known.clamp(wallMicros);
        List<KeyValue<BacklogKey, KeyedRequest>> some = new ArrayList<>();
        long nextDue = Transition.NEVER;
        try (KeyValueIterator<BacklogKey, KeyedRequest> deferred = stores.deferred()
                .range(
                        new BacklogKey(originKey, known.deferredFromMicros(), 0),
                        new BacklogKey(originKey, Long.MAX_VALUE, Long.MAX_VALUE))) {
            while (deferred.hasNext() && nextDue == Transition.NEVER) {
                KeyValue<BacklogKey, KeyedRequest> next = deferred.next();
                if (next.key.major() <= now && some.size() < RECALLED_MAX) {
                    some.add(next);
                } else {
                    nextDue = next.key.major();
                }
            }
        }
        OriginState state = decisions
                .decide(originKey, known, new OriginEvent.Recalled(some.size(), nextDue), wallMicros)
                .state();
        for (KeyValue<BacklogKey, KeyedRequest> one : some) {
            applier.recalled(one.key);
            state = arrive(originKey, state, new Arrival(one.value, one.key.minor()), wallMicros);
        }
        return state;
    }

    private OriginState arrive(String originKey, OriginState known, Arrival arrival, long wallMicros) {
        String siteKey = arrival.request().getSiteKey();
        decisions.noteSite(originKey, siteKey);
        OriginState state = siteKey.equals(originKey) ? remap(originKey, known, wallMicros) : known;
        OriginEvent event = new OriginEvent.Arrived(
                Payloads.waiting(arrival.request()), arrival.request().getAliased(), arrival.isMoved());
        return decisions.decide(originKey, state, event, arrival, wallMicros).state();
    }
}

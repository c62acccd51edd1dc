package org.decorum.stage.processor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.decorum.core.machine.Allowance;
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

    /**
     * Since then an origin may have been released that is taken to have been at work when its owner went: where fetchers
     * cannot keep up, it is minutes from turn to turn.
     */
    private static final long AT_WORK_MICROS = Micros.ofSeconds(600);

    /** Most deferred requests of one origin that arrive in one go. */
    private static final int RECALLED_MAX = 100;

    /** Most origins that one tick looks at to find those that a changed pattern speaks of. */
    private static final int SEARCHED_MAX = 1_000;

    /** Most idle origins that one sweep looks at. */
    private static final int SWEPT_MAX = 500;

    /** Some 4,000 requests. */
    private static final long RECENT_BYTES_MAX = 2 << 20;

    private final OriginMachine machine;
    private final Policies policies;
    private final Aliases aliases;
    private final OriginStores stores;
    private final EffectApplier applier;
    private final StageMeters meters;
    private final TaskTally tally;
    private final FleetGate gate;
    private final RecentRequests recent = new RecentRequests(RECENT_BYTES_MAX);
    private final TaskRestore restore = new TaskRestore();
    private final OriginNumbers numbers = new OriginNumbers();
    private final DueQueue due = new DueQueue(numbers);

    /**
     * What needs no place at the fetchers, and is looked at also while the origins that are due have to wait: the end of
     * an origin's first lease, and what a policy or an alias sends away.
     */
    private final DueQueue pressing = new DueQueue(numbers);

    private final PatternSearch patterns = new PatternSearch(OriginTask::hasWork);
    private final PatternSearch aliasPatterns = new PatternSearch(state -> true);

    /** Sites at home here whose alias may have changed. */
    private final Queue<String> remapped = new ArrayDeque<>();

    /** Origins that have sites under other names, whose policies concern them too. */
    private final Set<String> platforms = new HashSet<>();

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
        this.machine = machine;
        this.policies = policies;
        this.aliases = aliases;
        this.stores = stores;
        this.meters = meters;
        this.tally = tally;
        this.gate = new FleetGate(machine.timing(), tally, fleet);
        this.applier = new EffectApplier(stores, policies, outlet, meters);
    }

    /** There are origins that a former owner left: ticks find out which of them is due when. */
    public void restore() {
        restore.begin();
    }

    /** Whether there may be origins of which this task does not know yet when they are due. */
    public boolean isRestoring() {
        return restore.goesOn();
    }

    /** An origin is as its former owner left it. */
    private void met(String originKey, OriginState state, long wallMicros) {
        tally.add(state);
        gate.restore(state, wallMicros);
        state.lanes().forEach(lane -> noteSite(originKey, lane.siteKey()));
        pressing.putNoLater(originKey, state.firstLeaseDeadlineMicros());
        due.putNoLater(originKey, machine.wakeAt(originKey, state, state.clamp(wallMicros), policies));
        if (isRemapped(originKey, state)) {
            remapped.add(originKey);
        }
    }

    /** The task has another owner from now on, or none: its releases take none of this instance's places any more. */
    public void close(long wallMicros) {
        gate.close(wallMicros);
    }

    /** The clock was far ahead until now: what it made due is due by no other. */
    private void dueAnew(long wallMicros) {
        try (KeyValueIterator<String, OriginState> all = stores.origins().all()) {
            all.forEachRemaining(next -> putDue(next.key, next.value, wallMicros));
        }
    }

    private void putDue(String originKey, OriginState state, long wallMicros) {
        pressing.put(originKey, state.firstLeaseDeadlineMicros());
        due.put(originKey, machine.wakeAt(originKey, state, state.clamp(wallMicros), policies));
    }

    /** A request came in. */
    public void request(KeyedRequest request, long offset, long wallMicros) {
        String originKey = request.getOriginKey();
        arrive(originKey, load(originKey), Arrival.read(request, offset), wallMicros);
    }

    /** Another origin says something about a site. */
    public void message(OriginMessage message, long wallMicros) {
        String originKey = message.getOriginKey();
        OriginState state = load(originKey);
        if (message.getKind() == OriginMessageKind.CLAIM) {
            state = remap(originKey, state, wallMicros);
        }
        noteSite(originKey, message.getSiteKey());
        OriginEvent event = new OriginEvent.Received(OriginMessages.message(message));
        state = decide(originKey, state, event, null, wallMicros).state();
        if (originKey.equals(message.getSiteKey()) && isRemapped(originKey, state)) {
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
        OriginState known = load(originKey);
        Transition transition =
                decide(originKey, known, Reports.event(booking, feedback, wallMicros), null, wallMicros);
        if (!any(transition, OriginEffect.Stale.class)) {
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
        OriginState known = load(originKey);
        if (!isOf(originKey, siteKey) && !known.hasLane(siteKey)) {
            return false;
        }
        Long delay = feedback.getCrawlDelayMicros();
        if (delay != null) {
            noteSite(originKey, siteKey);
            decide(originKey, known, new OriginEvent.RobotsRead(siteKey, delay), null, wallMicros);
        }
        return true;
    }

    /** Whether a site belongs to an origin by its name or by an alias. */
    private boolean isOf(String originKey, String siteKey) {
        return siteKey.equals(originKey) || aliases.originOf(siteKey).equals(originKey);
    }

    /** Looks at the origins that are due, first due first, as long as there is time and the fetchers have places. */
    public void tick(long wallMicros, BooleanSupplier hasTime) {
        if (Micros.subtract(tickedMicros, wallMicros) > OriginState.AHEAD_MICROS_MAX) {
            dueAnew(wallMicros);
        }
        tickedMicros = wallMicros;
        if (sitePolicyChanged) {
            platforms.forEach(originKey -> lookAt(originKey, wallMicros));
            sitePolicyChanged = false;
        }
        remapSome(wallMicros);
        patterns.some(stores.origins(), SEARCHED_MAX)
                .forEach(origin -> policyChanged(origin.key, origin.value, wallMicros));
        for (int left = MET_PER_TICK;
                restore.goesOn() && left > 0 && hasTime.getAsBoolean();
                left -= MET_IN_A_ROW_MAX) {
            restore.some(stores.origins(), MET_IN_A_ROW_MAX, state -> wasAtWork(state, wallMicros))
                    .forEach(origin -> met(origin.key, origin.value, wallMicros));
            serve(wallMicros, MET_IN_A_ROW_MAX, hasTime);
        }
        serve(wallMicros, ORIGINS_PER_TICK, hasTime);
    }

    private static boolean wasAtWork(OriginState state, long wallMicros) {
        return state.inFlight() > 0
                || state.waiting() > 0 && Micros.subtract(wallMicros, state.tatMicros()) <= AT_WORK_MICROS;
    }

    private void serve(long wallMicros, int lookedAtMax, BooleanSupplier hasTime) {
        for (int left = lookedAtMax; left > 0 && hasTime.getAsBoolean(); left--) {
            long dueMicros = due.firstDueMicros();
            if (dueMicros > wallMicros) {
                if (!restore.goesOn()) {
                    gate.nothingIsDue();
                }
                return;
            }
            if (gate.isShut(dueMicros, wallMicros)) {
                press(wallMicros, left, hasTime);
                return;
            }
            String originKey = due.poll(wallMicros);
            if (originKey == null) {
                return;
            }
            meters.served(wallMicros - dueMicros);
            OriginState state = load(originKey);
            if (state.deferredFromMicros() <= state.clamp(wallMicros)) {
                state = recall(originKey, state, wallMicros);
            }
            Allowance allowance = gate.turn(wallMicros - dueMicros, wallMicros);
            decide(originKey, state, new OriginEvent.Tick(), null, wallMicros, allowance);
        }
    }

    /** Leases run out and requests go elsewhere though there is no place for a release: so there may be one. */
    private void press(long wallMicros, int lookedAtMax, BooleanSupplier hasTime) {
        for (int left = lookedAtMax; left > 0 && hasTime.getAsBoolean(); left--) {
            String originKey = pressing.poll(wallMicros);
            if (originKey == null) {
                return;
            }
            decide(originKey, load(originKey), new OriginEvent.Tick(), null, wallMicros);
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
            decide(origin.key, origin.value, new OriginEvent.Tick(), null, wallMicros);
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
        lookAt(originKey, wallMicros);
    }

    private void lookAt(String originKey, long wallMicros) {
        due.putNoLater(originKey, wallMicros);
        pressing.putNoLater(originKey, wallMicros);
    }

    /** The alias of a site, or of all that a pattern speaks of, has changed. */
    public void realias(String aliasKey) {
        if (PolicyKey.isPattern(aliasKey)) {
            aliasPatterns.add(aliasKey);
        } else {
            remapped.add(aliasKey);
        }
    }

    private void remapSome(long wallMicros) {
        aliasPatterns.some(stores.origins(), SEARCHED_MAX).stream()
                .filter(origin -> isRemapped(origin.key, origin.value))
                .forEach(origin -> remap(origin.key, origin.value, wallMicros));
        for (int left = SEARCHED_MAX; left > 0 && !remapped.isEmpty(); left--) {
            String siteKey = remapped.remove();
            OriginState known = stores.origins().get(siteKey);
            if (known != null && isRemapped(siteKey, known)) {
                remap(siteKey, known, wallMicros);
            }
        }
    }

    /** Here is the home of a site that somebody wants to book: it sees to it that whoever the alias names does. */
    private OriginState remap(String siteKey, OriginState known, long wallMicros) {
        String owner = aliases.originOf(siteKey);
        return owner.equals(known.bookerOf(siteKey))
                ? known
                : decide(siteKey, known, new OriginEvent.Remapped(owner), null, wallMicros)
                        .state();
    }

    /** Whether another than the alias names has, or may be about to have, something to book. */
    private boolean isRemapped(String siteKey, OriginState state) {
        String booker = state.bookerOf(siteKey);
        return !aliases.originOf(siteKey).equals(booker) && (!booker.equals(siteKey) || state.isBusy(siteKey));
    }

    private static boolean hasWork(OriginState state) {
        return state.waiting() + state.inFlight() > 0;
    }

    private static boolean any(Transition transition, Class<? extends OriginEffect> kind) {
        for (OriginEffect effect : transition.effects()) {
            if (kind.isInstance(effect)) {
                return true;
            }
        }
        return false;
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
        return restore.goesOn() ? Long.MIN_VALUE : due.firstDueMicros();
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
        OriginState state = decide(originKey, known, new OriginEvent.Recalled(some.size(), nextDue), null, wallMicros)
                .state();
        for (KeyValue<BacklogKey, KeyedRequest> one : some) {
            applier.recalled(one.key);
            state = arrive(originKey, state, new Arrival(one.value, one.key.minor()), wallMicros);
        }
        return state;
    }

    private OriginState arrive(String originKey, OriginState known, Arrival arrival, long wallMicros) {
        String siteKey = arrival.request().getSiteKey();
        noteSite(originKey, siteKey);
        OriginState state = siteKey.equals(originKey) ? remap(originKey, known, wallMicros) : known;
        OriginEvent event = new OriginEvent.Arrived(
                Payloads.waiting(arrival.request()), arrival.request().getAliased(), arrival.isMoved());
        return decide(originKey, state, event, arrival, wallMicros).state();
    }

    private void noteSite(String originKey, String siteKey) {
        if (!siteKey.equals(originKey)) {
            platforms.add(originKey);
        }
    }

    private OriginState load(String originKey) {
        OriginState known = stores.origins().get(originKey);
        return known == null ? new OriginState() : known;
    }

    private Transition decide(
            String originKey, OriginState state, OriginEvent event, @Nullable Arrival arrival, long wallMicros) {
        return decide(originKey, state, event, arrival, wallMicros, gate.anyTime(wallMicros));
    }

    private Transition decide(
            String originKey,
            OriginState state,
            OriginEvent event,
            @Nullable Arrival arrival,
            long wallMicros,
            Allowance allowance) {
        if (restore.meets(originKey) && !state.isNew()) {
            met(originKey, state, wallMicros);
        }
        long now = state.clamp(wallMicros);
        Payloads payloads = new Payloads(originKey, stores.backlog(), recent);
        Transition transition = machine.apply(originKey, state, event, now, policies, payloads, allowance);
        applier.apply(
                new EffectApplier.Decision(originKey, event, arrival, transition.state(), payloads, now), transition);
        if (transition.changed()) {
            tally.replace(state, transition.state());
        }
        if (any(transition, OriginEffect.Forgotten.class)) {
            tally.remove(state);
            platforms.remove(originKey);
        }
        gate.decided(transition.effects(), wallMicros);
        boolean goesOn = transition.wakeAtMicros() <= wallMicros
                && transition.effects().stream().anyMatch(OriginTask::sendsAway);
        pressing.put(originKey, goesOn ? wallMicros : transition.state().firstLeaseDeadlineMicros());
        putDue(originKey, transition.wakeAtMicros(), wallMicros);
        return transition;
    }

    private static boolean sendsAway(OriginEffect effect) {
        return effect instanceof OriginEffect.Moved || effect instanceof OriginEffect.Dropped;
    }

    /** What is due and has to wait keeps its place. */
    private void putDue(String originKey, long wakeMicros, long wallMicros) {
        if (gate.isCrowded() && wakeMicros <= wallMicros) {
            due.putNoLater(originKey, wakeMicros);
        } else {
            due.put(originKey, wakeMicros);
        }
    }
}

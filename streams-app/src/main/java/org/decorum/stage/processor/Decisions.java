package org.decorum.stage.processor;

import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.decorum.core.machine.Allowance;
import org.decorum.core.machine.OriginEffect;
import org.decorum.core.machine.OriginEvent;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.Transition;
import org.decorum.core.policy.Policies;
import org.decorum.core.rate.Micros;
import org.decorum.stage.store.OriginStores;
import org.jspecify.annotations.Nullable;

/**
 * Decisions about the origins of a task, one at a time: what is known of an origin is read, the rules are asked, what
 * follows is done, and when to look at it again goes to the {@link Agenda}. An origin that a former owner left is met before
 * anything is decided about it.
 */
final class Decisions {

    /** Some 2,500 requests. */
    private static final long RECENT_BYTES_MAX = 2 << 20;

    /**
     * Since then an origin may have been released that is taken to have been at work when its owner went: where fetchers
     * cannot keep up, it is minutes from turn to turn.
     */
    private static final long AT_WORK_MICROS = Micros.ofSeconds(600);

    private final OriginMachine machine;
    private final Policies policies;
    private final OriginStores stores;
    private final EffectApplier applier;
    private final TaskTally tally;
    private final FleetGate gate;
    private final Agenda agenda;
    private final Remapped remapped;
    private final TaskRestore restore = new TaskRestore();
    private final RecentRequests recent = new RecentRequests(RECENT_BYTES_MAX);

    /** Origins that have sites under other names, whose policies concern them too. */
    private final Set<String> platforms = new HashSet<>();

    /** For so long reports may be on their way that were sent while nobody listened. */
    private long reportsMicros;

    Decisions(
            OriginMachine machine,
            Policies policies,
            OriginStores stores,
            EffectApplier applier,
            TaskTally tally,
            FleetGate gate,
            Agenda agenda,
            Remapped remapped) {
        this.machine = machine;
        this.policies = policies;
        this.stores = stores;
        this.applier = applier;
        this.tally = tally;
        this.gate = gate;
        this.agenda = agenda;
        this.remapped = remapped;
    }

    /**
     * A former owner may have left origins.
     *
     * @param micros for so long reports may be on their way that were sent since it went
     */
    void restore(long micros) {
        reportsMicros = micros;
        restore.begin();
    }

    /** Whether there may be origins that were not met. */
    boolean isRestoring() {
        return restore.goesOn();
    }

    /** Meets some of those that a former owner left. */
    void meetSome(int looksMax, long wallMicros) {
        restore.some(stores.origins(), looksMax, state -> wasAtWork(state, wallMicros))
                .forEach(origin -> met(origin.key, origin.value, wallMicros));
    }

    private static boolean wasAtWork(OriginState state, long wallMicros) {
        return state.inFlight() > 0
                || state.waiting() > 0 && Micros.subtract(wallMicros, state.tatMicros()) <= AT_WORK_MICROS;
    }

    /** The origin as it goes on. */
    private OriginState met(String originKey, OriginState left, long wallMicros) {
        OriginState state = machine.listening(originKey, left, left.clamp(wallMicros), reportsMicros, policies);
        if (state != left) {
            stores.origins().put(originKey, state);
        }
        tally.add(state);
        gate.restore(state, wallMicros);
        state.lanes().forEach(lane -> noteSite(originKey, lane.siteKey()));
        agenda.putNoLater(originKey, wakeAt(originKey, state, wallMicros), state.firstLeaseDeadlineMicros());
        remapped.met(originKey, state);
        return state;
    }

    /** The clock was far ahead until now: what it made due is due by no other. */
    void dueAnew(long wallMicros) {
        try (KeyValueIterator<String, OriginState> all = stores.origins().all()) {
            all.forEachRemaining(next -> agenda.put(
                    next.key, wakeAt(next.key, next.value, wallMicros), next.value.firstLeaseDeadlineMicros()));
        }
    }

    private long wakeAt(String originKey, OriginState state, long wallMicros) {
        return machine.wakeAt(originKey, state, state.clamp(wallMicros), policies);
    }

    /** A site may be one that an origin has under another name. */
    void noteSite(String originKey, String siteKey) {
        if (!siteKey.equals(originKey)) {
            platforms.add(originKey);
        }
    }

    /** Looks at the origins that have sites under other names as soon as there is time. */
    void lookAtPlatforms(long wallMicros) {
        platforms.forEach(originKey -> agenda.putNoLater(originKey, wallMicros, wallMicros));
    }

    /** An origin as it is known, or a new one. */
    OriginState load(String originKey) {
        OriginState known = stores.origins().get(originKey);
        return known == null ? new OriginState() : known;
    }

    /** Something happens to an origin. */
    Transition decide(String originKey, OriginState state, OriginEvent event, long wallMicros) {
        return decide(originKey, state, event, null, wallMicros, gate.anyTime(wallMicros));
    }

    /** A request comes to an origin. */
    Transition decide(String originKey, OriginState state, OriginEvent event, Arrival arrival, long wallMicros) {
        return decide(originKey, state, event, arrival, wallMicros, gate.anyTime(wallMicros));
    }

    /** An origin has its turn. */
    Transition turn(String originKey, OriginState state, long waitedMicros, long wallMicros) {
        Allowance allowance = gate.turn(waitedMicros, wallMicros);
        return decide(originKey, state, new OriginEvent.Tick(), null, wallMicros, allowance);
    }

    private Transition decide(
            String originKey,
            OriginState loaded,
            OriginEvent event,
            @Nullable Arrival arrival,
            long wallMicros,
            Allowance allowance) {
        boolean isMet = restore.meets(originKey) && !loaded.isNew();
        OriginState state = isMet ? met(originKey, loaded, wallMicros) : loaded;
        long now = state.clamp(wallMicros);
        Payloads payloads = new Payloads(originKey, stores.backlog(), recent);
        Transition transition = machine.apply(originKey, state, event, now, policies, payloads, allowance);
        applier.apply(
                new EffectApplier.Decision(originKey, event, arrival, transition.state(), payloads, now), transition);
        if (transition.changed()) {
            tally.replace(state, transition.state());
        }
        if (transition.has(OriginEffect.Forgotten.class)) {
            tally.remove(state);
            platforms.remove(originKey);
        }
        gate.decided(transition.effects(), wallMicros);
        noteWake(originKey, transition, wallMicros);
        return transition;
    }

    /** What is due and has to wait for the fetchers keeps its place. */
    private void noteWake(String originKey, Transition transition, long wallMicros) {
        long wakeMicros = transition.wakeAtMicros();
        boolean goesOn = wakeMicros <= wallMicros
                && (transition.has(OriginEffect.Moved.class) || transition.has(OriginEffect.Dropped.class));
        long pressingMicros = goesOn ? wallMicros : transition.state().firstLeaseDeadlineMicros();
        if (gate.isCrowded() && wakeMicros <= wallMicros) {
            agenda.putInPlace(originKey, wakeMicros, pressingMicros);
        } else {
            agenda.put(originKey, wakeMicros, pressingMicros);
        }
    }
}

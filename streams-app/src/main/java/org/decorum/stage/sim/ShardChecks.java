package org.decorum.stage.sim;

import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.Transition;
import org.decorum.core.origin.Aliases;
import org.decorum.core.policy.Policies;
import org.decorum.stage.processor.OriginTask;
import org.decorum.stage.processor.TaskTally;

/** What holds of a task and its stores. */
final class ShardChecks {

    private final ShardState state;
    private final OriginMachine machine;
    private final Policies policies;

    ShardChecks(ShardState state, OriginMachine machine, Policies policies) {
        this.state = state;
        this.machine = machine;
        this.policies = policies;
    }

    /**
     * After every event.
     *
     * @param ends requests that ended, or went to another origin, so far
     */
    void afterEvent(OriginTask task, TaskTally tally, int ends) {
        require(
                state.requestsRead() == state.requestsHeld() + ends,
                Invariant.NOTHING_LOST,
                state.requestsRead() + " requests were read, " + state.requestsHeld() + " are held, " + ends
                        + " ended");
        require(
                task.isRestoring()
                        || tally.backlog() + tally.inFlight() == state.backlog.size()
                                && tally.origins() == state.origins.size(),
                Invariant.TALLY,
                "waiting " + tally.backlog() + ", in flight " + tally.inFlight() + ", origins " + tally.origins()
                        + " (expected: " + state.backlog.size() + " together, " + state.origins.size() + ")");
        require(state.openIterators() == 0, Invariant.ITERATORS, state.openIterators() + " open");
    }

    /** After a tick that had all the time it wanted. */
    void afterTick(OriginTask task, long wallMicros) {
        require(
                task.firstDueMicros() > wallMicros || task.waitsForFetchers(),
                Invariant.AWAKE,
                "due at " + task.firstDueMicros() + " us, looked at " + wallMicros + " us");
    }

    /** Now and then: what every origin's state says by itself. */
    void origins(OriginTask task, long wallMicros) {
        long wake = Transition.NEVER;
        String first = "";
        long held = 0;
        try (KeyValueIterator<String, OriginState> all =
                state.stores().origins().all()) {
            while (all.hasNext()) {
                KeyValue<String, OriginState> next = all.next();
                long nextWake = machine.wakeAt(next.key, next.value, next.value.clamp(wallMicros), policies);
                if (nextWake < wake) {
                    wake = nextWake;
                    first = next.key;
                }
                held += next.value.waiting() + next.value.inFlight();
            }
        }
        require(
                held == state.backlog.size(),
                Invariant.NOTHING_LOST,
                held + " waiting or leased (expected: " + state.backlog.size() + ", as many as the backlog holds)");
        require(
                task.firstDueMicros() <= Math.max(wake, wallMicros),
                Invariant.AWAKE,
                first + " is due at " + wake + " us, the task sleeps until " + task.firstDueMicros() + " us");
    }

    /** When everybody has read all aliases. */
    void remapped(Aliases aliases) {
        try (KeyValueIterator<String, OriginState> all =
                state.stores().origins().all()) {
            while (all.hasNext()) {
                KeyValue<String, OriginState> home = all.next();
                String booker = home.value.bookerOf(home.key);
                boolean idleAtHome = booker.equals(home.key) && !home.value.isBusy(home.key);
                require(
                        idleAtHome || booker.equals(aliases.originOf(home.key)),
                        Invariant.REMAPPED,
                        home.key + " is booked by " + booker + " (expected: " + aliases.originOf(home.key) + ")");
            }
        }
    }

    /** When everything is long past. */
    void nothingLeft() {
        require(
                state.origins.size() == 0 && state.requestsHeld() == 0,
                Invariant.LEAVES_NOTHING,
                state.origins.size() + " origins, " + state.backlog.size() + " requests, " + state.deferred.size()
                        + " deferred");
    }

    private static void require(boolean holds, Invariant invariant, String detail) {
        if (!holds) {
            throw new InvariantBrokenException(invariant, detail);
        }
    }
}

package org.decorum.stage.processor;

import org.decorum.core.machine.OriginState;
import org.decorum.stage.metrics.TaskGauges;

/** Running sums over a task's origins. One thread writes, any thread reads. */
public final class TaskTally implements TaskGauges {

    private volatile long backlog;
    private volatile long inFlight;
    private volatile long origins;
    private volatile boolean crowded;

    @Override
    public long backlog() {
        return backlog;
    }

    @Override
    public long inFlight() {
        return inFlight;
    }

    @Override
    public long origins() {
        return origins;
    }

    @Override
    public boolean isCrowded() {
        return crowded;
    }

    /** Whether origins wait for the fetchers. */
    void crowded(boolean isCrowded) {
        crowded = isCrowded;
    }

    void add(OriginState state) {
        count(state, 1);
    }

    void remove(OriginState state) {
        count(state, -1);
    }

    void replace(OriginState before, OriginState after) {
        if (!before.isNew()) {
            remove(before);
        }
        add(after);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void count(OriginState state, int sign) {
        backlog += sign * state.waiting();
        inFlight += (long) sign * state.inFlight();
        origins += sign;
    }
}

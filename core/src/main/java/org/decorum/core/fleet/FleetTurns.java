package org.decorum.core.fleet;

import java.util.ArrayList;
import java.util.List;
import org.decorum.core.rate.Micros;

/**
 * Which of the tasks that share a {@link FleetWindow} takes the next place: the one whose first origin is due longest.
 * Each knows its own origins only, and looks at them in its own ticks, so another goes before that waits nearly as long.
 *
 * <p>Not for several threads at once. Times are microseconds.
 */
public final class FleetTurns {

    /** A task goes although another waits longer by so much, as that one may look only in its next tick. */
    private static final long TOLERANCE_MICROS = 20 * Micros.PER_MILLI;

    /** Or by such a share of that. */
    private static final int TOLERANCE_SHARE = 16;

    /** A task that has not looked for so long is busy with something else, and nobody waits for it. */
    private static final long AWAY_MICROS = 100 * Micros.PER_MILLI;

    private final List<Task> tasks = new ArrayList<>();

    /** One of the tasks. */
    public static final class Task {
        private boolean waits;
        private long dueMicros;
        private long lookedMicros;

        private Task() {}
    }

    /** A task more. */
    public Task join() {
        Task task = new Task();
        tasks.add(task);
        return task;
    }

    public void leave(Task task) {
        tasks.remove(task);
    }

    public boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** The first origin of a task is due since then and waits for a place. */
    public void waits(Task task, long dueMicros, long nowMicros) {
        task.waits = true;
        task.dueMicros = dueMicros;
        task.lookedMicros = nowMicros;
    }

    /** None of the origins of a task is due. */
    public void waitsNoMore(Task task) {
        task.waits = false;
    }

    /** Whether any task has an origin that waits for a place. */
    public boolean anyWaits() {
        for (Task task : tasks) {
            if (task.waits) {
                return true;
            }
        }
        return false;
    }

    /** Whether a place that is free may go to an origin that is due since then. */
    public boolean mayGo(long dueMicros, long nowMicros) {
        long firstMicros = Math.min(dueMicros, firstDueMicros(nowMicros));
        long longest = Micros.subtract(nowMicros, firstMicros);
        return Micros.subtract(dueMicros, firstMicros) <= Math.max(TOLERANCE_MICROS, longest / TOLERANCE_SHARE);
    }

    private long firstDueMicros(long nowMicros) {
        long first = Long.MAX_VALUE;
        for (Task task : tasks) {
            if (task.waits && Math.abs(Micros.subtract(nowMicros, task.lookedMicros)) <= AWAY_MICROS) {
                first = Math.min(first, task.dueMicros);
            }
        }
        return first;
    }
}

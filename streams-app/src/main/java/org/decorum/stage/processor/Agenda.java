package org.decorum.stage.processor;

import org.jspecify.annotations.Nullable;

/** When the origins of a task are to be looked at next. */
final class Agenda {

    private final OriginNumbers numbers = new OriginNumbers();
    private final DueQueue due = new DueQueue(numbers);

    /**
     * What needs no place at the fetchers, and is looked at also while the origins that are due have to wait: the end of
     * an origin's first lease, and what a policy or an alias sends away.
     */
    private final DueQueue pressing = new DueQueue(numbers);

    /** An origin is looked at then, and not before. */
    void put(String originKey, long wakeMicros, long pressingMicros) {
        pressing.put(originKey, pressingMicros);
        due.put(originKey, wakeMicros);
    }

    /** The same, but that it keeps its place if it was due before. */
    void putInPlace(String originKey, long wakeMicros, long pressingMicros) {
        pressing.put(originKey, pressingMicros);
        due.putNoLater(originKey, wakeMicros);
    }

    /** An origin is looked at then, if it is not before. */
    void putNoLater(String originKey, long wakeMicros, long pressingMicros) {
        pressing.putNoLater(originKey, pressingMicros);
        due.putNoLater(originKey, wakeMicros);
    }

    /** When the first one is due, microseconds since the epoch; {@code Transition.NEVER} for none. */
    long firstDueMicros() {
        return due.firstDueMicros();
    }

    /** Takes the one that is due first, if it is; null if none is. */
    @Nullable
    String pollDue(long nowMicros) {
        return due.poll(nowMicros);
    }

    /** The same for those that need no place at the fetchers. */
    @Nullable
    String pollPressing(long nowMicros) {
        return pressing.poll(nowMicros);
    }
}

package org.decorum.stage.sim;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What happens when, in virtual time; things at the same instant happen in the order in which they were planned. */
final class Agenda {

    private record Item(long atMicros, long number, Runnable action) {}

    private final PriorityQueue<Item> items =
            new PriorityQueue<>(Comparator.comparingLong(Item::atMicros).thenComparingLong(Item::number));
    private long nowMicros;
    private long planned;

    Agenda(long startMicros) {
        this.nowMicros = startMicros;
    }

    long nowMicros() {
        return nowMicros;
    }

    void at(long micros, Runnable action) {
        items.add(new Item(Math.max(micros, nowMicros), planned++, action));
    }

    void in(long micros, Runnable action) {
        at(nowMicros + micros, action);
    }

    /** Lets the next thing happen, unless it is later than that. */
    boolean step(long untilMicros) {
        Item next = items.peek();
        if (next == null || next.atMicros() > untilMicros) {
            nowMicros = Math.max(nowMicros, untilMicros);
            return false;
        }
        items.remove();
        nowMicros = next.atMicros();
        next.action().run();
        return true;
    }
}

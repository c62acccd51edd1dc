package org.decorum.fetch;

import java.util.ArrayDeque;
import java.util.Queue;

/** Time that passes only when somebody waits for it. Whoever waits is woken early by what happens meanwhile. */
final class VirtualClock implements MicroClock {

    private long nowMicros;
    private long setBackMicros;
    private final Queue<Event> events = new ArrayDeque<>();

    private record Event(long atMicros, Runnable action) {}

    VirtualClock(long nowMicros) {
        this.nowMicros = nowMicros;
    }

    @Override
    public synchronized long nowMicros() {
        return nowMicros;
    }

    @Override
    public void parkUntil(long micros) {
        Event next = events.peek();
        if (next != null && next.atMicros <= micros) {
            events.remove();
            moveTo(next.atMicros);
            next.action.run();
        } else {
            moveTo(micros);
        }
    }

    /** What happens at a time, later than all that was said to happen before. */
    void at(long micros, Runnable action) {
        events.add(new Event(micros, action));
    }

    private synchronized void moveTo(long micros) {
        nowMicros = Math.max(nowMicros, micros);
    }

    @Override
    public synchronized long elapsedMicros() {
        return nowMicros + setBackMicros;
    }

    /** Turns the wall clock back; elapsed time does not follow. */
    synchronized void setBack(long micros) {
        nowMicros -= micros;
        setBackMicros += micros;
    }

    void advance(long micros) {
        parkUntil(nowMicros() + micros);
    }
}

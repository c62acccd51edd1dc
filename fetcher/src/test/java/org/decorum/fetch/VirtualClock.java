package org.decorum.fetch;

/** Time that passes only when somebody waits for it. */
final class VirtualClock implements MicroClock {

    private long nowMicros;
    private long setBackMicros;

    VirtualClock(long nowMicros) {
        this.nowMicros = nowMicros;
    }

    @Override
    public synchronized long nowMicros() {
        return nowMicros;
    }

    @Override
    public synchronized void parkUntil(long micros) {
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

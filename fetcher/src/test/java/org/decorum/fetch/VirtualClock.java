package org.decorum.fetch;

/** Time that passes only when somebody waits for it. */
final class VirtualClock implements MicroClock {

    private long nowMicros;

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

    void advance(long micros) {
        parkUntil(nowMicros() + micros);
    }
}

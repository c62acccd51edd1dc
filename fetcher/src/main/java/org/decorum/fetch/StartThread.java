package org.decorum.fetch;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the one thread that starts requests does: sleep until shortly before the queue's next start, spin until it is
 * there, step.
 */
final class StartThread implements AutoCloseable {

    /** A kernel wait ends about this much late. */
    private static final long SPIN_MICROS = 50;

    private final StartQueue queue;
    private final MicroClock clock;
    private volatile boolean closed;
    private volatile @Nullable Thread thread;

    StartThread(StartQueue queue, MicroClock clock) {
        this.queue = queue;
        this.clock = clock;
        queue.onChange(() -> LockSupport.unpark(thread));
    }

    void run() {
        thread = Thread.currentThread();
        while (!closed) {
            long nextMicros = queue.step();
            if (nextMicros - SPIN_MICROS > clock.nowMicros()) {
                clock.parkUntil(nextMicros - SPIN_MICROS);
            } else {
                spinUntil(nextMicros);
            }
        }
    }

    private void spinUntil(long micros) {
        while (clock.nowMicros() < micros) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}

package org.decorum.fetch;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What the one thread that starts requests does: sleep until the queue's next start, then step. */
final class StartThread implements AutoCloseable {

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
            clock.parkUntil(queue.step());
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}

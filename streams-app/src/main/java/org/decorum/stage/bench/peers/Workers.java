package org.decorum.stage.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Some threads that work at the same time. */
final class Workers {

    private Workers() {}

    /** What each has found; throws what any of them threw. */
    static <T> List<T> run(int count, IntFunction<Callable<T>> work) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                running.add(threads.submit(work.apply(i)));
            }
            List<T> found = new ArrayList<>();
            for (Future<T> one : running) {
                found.add(one.get());
            }
            return found;
        } catch (ExecutionException failure) {
            throw new IllegalStateException("a peer's client failed: " + failure.getCause(), failure.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}

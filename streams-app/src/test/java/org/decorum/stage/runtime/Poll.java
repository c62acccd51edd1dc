package org.decorum.stage.runtime;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for something that will happen, not for time to pass. */
final class Poll {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private Poll() {}

    static void until(Duration atMost, BooleanSupplier condition, Supplier<String> state) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + atMost + ": " + state.get());
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }
}

package org.decorum.stage.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The wish of the system or of a person (SIGTERM, SIGINT) that this process ends. The command sees it, closes in order
 * and names the exit code; a process that was asked to end and did so in order exits with that, not with 143.
 */
public final class ShutdownRequest {
    /** How long a command may take to close; supervisors must wait a little longer before they kill. */
    public static final Duration PATIENCE = Duration.ofSeconds(25);

    /** What a command does until it ends or is asked to; its outcome is the exit code. */
    @FunctionalInterface
    public interface Work {
        int run() throws IOException, InterruptedException;
    }

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean inOrder;
    private volatile int exitCode;

    /** Listens for the wish from now on. */
    public static ShutdownRequest listen() {
        ShutdownRequest request = listenUntilStarted();
        request.closeInOrder();
        return request;
    }

    /** Until {@link #closeInOrder} there is nothing to close: the process then ends at once, as the system wishes. */
    public static ShutdownRequest listenUntilStarted() {
        ShutdownRequest request = new ShutdownRequest();
        Runtime.getRuntime().addShutdownHook(new Thread(request::onShutdown, "shutdown"));
        return request;
    }

    /** From now on the command sees the wish and closes what it has opened. */
    public void closeInOrder() {
        inOrder = true;
    }

    /** Waits for the wish; false when it has not come by then. */
    public boolean await(Duration time) throws InterruptedException {
        return asked.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Does the work of a command, which has closed everything when it returns or throws. */
    public int during(int codeOfFailure, Work work) throws IOException, InterruptedException {
        int code = codeOfFailure;
        try {
            code = work.run();
        } finally {
            done(code);
        }
        return code;
    }

    /** Everything is closed. */
    public void done(int code) {
        exitCode = code;
        done.countDown();
    }

    private void onShutdown() {
        if (!inOrder) {
            return;
        }
        boolean ownExit = done.getCount() == 0;
        asked.countDown();
        if (ownExit) {
            return;
        }
        try {
            if (done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                Runtime.getRuntime().halt(exitCode);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

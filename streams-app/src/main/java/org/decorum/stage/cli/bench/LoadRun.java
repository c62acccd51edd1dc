package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.decorum.stage.cli.CliException;

/** Publishes a load, waits until it has come to its end, and measures meanwhile. */
final class LoadRun {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    /** Without any progress for so long, something is wrong. */
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final Measurement run;
    private final BenchKafka kafka;
    private final CpuMeter cpu;

    LoadRun(Measurement run, BenchKafka kafka) {
        this.run = run;
        this.kafka = kafka;
        this.cpu = new CpuMeter(kafka);
    }

    /**
     * What was measured.
     *
     * @param count URLs or records that came to their end
     * @param late reports whose slot was over
     */
    record Outcome(long count, double seconds, CpuUse cpu, long late) {

        double perSecond() {
            return count / seconds;
        }

        /** CPU of application and broker for each. */
        double cpuMicros() {
            return (cpu.app() + cpu.broker()) / count;
        }
    }

    /**
     * Measures what comes after a ramp of {@code outstanding}, in which the stage finds out how much the fetchers can do
     * and queues fill. What is under way in the end is waited for. Where so little is asked for that half of it was done
     * before the end of the ramp was seen, the ramp counts too.
     */
    Outcome measure(
            String what,
            long count,
            long outstanding,
            LoadPublisher publisher,
            LoadPublisher.Source source,
            Driven driven)
            throws InterruptedException {
        long before = driven.done();
        long ramp = Math.min(count, outstanding);
        Start whole = new Start(driven);
        publisher.publish(source, ramp + count, outstanding, driven::answered);
        long from = await(what + ", ramp", before + ramp, publisher, driven);
        Start afterRamp = new Start(driven);
        long to = await(what, before + ramp + count, publisher, driven);
        return 2 * (to - from) < count ? whole.outcome(to - before, driven) : afterRamp.outcome(to - from, driven);
    }

    /** Publishes, and waits until all has come to its end. */
    void put(
            String what,
            long count,
            long outstanding,
            LoadPublisher publisher,
            LoadPublisher.Source source,
            Driven driven)
            throws InterruptedException {
        long before = driven.done();
        publisher.publish(source, count, outstanding, driven::answered);
        var unused = await(what, before + count, publisher, driven);
    }

    /** Measures what comes to its end in so long a time. */
    Outcome watch(String what, Duration time, LoadPublisher publisher, Driven driven) throws InterruptedException {
        long before = driven.done();
        Start start = new Start(driven);
        long endNanos = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - endNanos < 0) {
            look(publisher, driven);
            long done = driven.done() - before;
            run.progress(() -> String.format(Locale.ROOT, "%s: %,d", what, done));
        }
        return start.outcome(driven.done() - before, driven);
    }

    /** What is done then, a little more than was asked for. */
    private long await(String what, long count, LoadPublisher publisher, Driven driven) throws InterruptedException {
        long known = driven.done();
        long changedNanos = System.nanoTime();
        while (known < count) {
            look(publisher, driven);
            long now = driven.done();
            if (now > known) {
                known = now;
                changedNanos = System.nanoTime();
            } else if (System.nanoTime() - changedNanos > STUCK_NANOS) {
                throw new CliException(what + ": stuck at " + known + " of " + count);
            }
            long shown = known;
            run.progress(() -> String.format(Locale.ROOT, "%s: %,d of %,d", what, shown, count));
        }
        return known;
    }

    private void look(LoadPublisher publisher, Driven driven) throws InterruptedException {
        run.rest(LOOK_AGAIN);
        publisher.check();
        kafka.check();
        driven.check();
    }

    private final class Start {
        private final CpuUse used = cpu.read();
        private final long lateBefore;
        private final long nanos = System.nanoTime();

        private Start(Driven driven) {
            this.lateBefore = driven.late();
        }

        private Outcome outcome(long count, Driven driven) {
            double seconds = (System.nanoTime() - nanos) / 1e9;
            return new Outcome(count, seconds, cpu.read().since(used), driven.late() - lateBefore);
        }
    }
}

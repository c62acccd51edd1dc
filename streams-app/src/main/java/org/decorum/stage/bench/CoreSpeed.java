package org.decorum.stage.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.machine.OriginEffect;
import org.decorum.core.machine.OriginEvent;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.Outcome;
import org.decorum.core.machine.Timing;
import org.decorum.core.machine.Transition;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/**
 * How fast one thread goes through the rules alone: without stores, records and Kafka. What the JMH benchmarks of module
 * {@code benchmarks} measure in more cases and with more care, in a form that an installation can run. Speeds are those of
 * the thread's CPU time, so that other work of the machine counts little; the collector's threads do not count.
 */
public final class CoreSpeed {

    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final int BATCH = 1_000;

    /** Of the mixed work of a stage: plain hosts, sub-domains and public suffixes of two labels, buckets. */
    private static final List<String> URLS = List.of(
            "https://shop%d.example/catalogue/item.html?page=2",
            "https://www.shop%d.example.co.uk/catalogue/item.html?page=2",
            "https://news.shop%d.example.com/2026/some-words-of-a-title.html",
            "https://bucket-%d.s3.eu-west-1.amazonaws.com/catalogue/item.jpg");

    private static final int URLS_OF_EACH = 1 << 10;
    private static final String ORIGIN = "shop.example";

    private final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    private final int runs;
    private final long runNanos;
    private final long warmUpNanos;
    private long sink;

    /** @param runs after a warm-up, each so long */
    public CoreSpeed(int runs, long runMillis) {
        this.runs = runs;
        this.runNanos = TimeUnit.MILLISECONDS.toNanos(runMillis);
        this.warmUpNanos = Math.min(WARM_UP_NANOS, 3 * runNanos);
    }

    /** An origin's request arrives and is booked, and is reported as fetched: two transitions each. */
    public Spread transitionsPerSecond() {
        OriginMachine machine = new OriginMachine(Timing.ofLead(Micros.ofMillis(250)));
        Policies policies = Policies.always(Policy.POLITE.withLimit(Limit.every(1_000)));
        Waiting request = new Waiting(ORIGIN, 5, 1, Long.MIN_VALUE, Long.MAX_VALUE);
        OriginState[] state = {new OriginState()};
        return speed(2, turn -> {
            long now = (turn + 1) * Micros.PER_SECOND;
            Transition booked =
                    machine.apply(ORIGIN, state[0], new OriginEvent.Arrived(request), now, policies, ticket -> request);
            OriginEffect.Released released = released(booked);
            state[0] = machine.apply(
                            ORIGIN,
                            booked.state(),
                            new OriginEvent.Reported(released.lease().booking(), Outcome.FETCHED),
                            now,
                            policies,
                            ticket -> request)
                    .state();
        });
    }

    private static OriginEffect.Released released(Transition transition) {
        for (OriginEffect effect : transition.effects()) {
            if (effect instanceof OriginEffect.Released released) {
                return released;
            }
        }
        throw new IllegalStateException("no release (expected: one at once)");
    }

    /** URLs whose origin is found. */
    public Spread keysPerSecond() {
        OriginKeyer keyer = OriginKeyer.bundled();
        List<String> urls = new ArrayList<>();
        for (int number = 0; number < URLS_OF_EACH; number++) {
            for (String pattern : URLS) {
                urls.add(pattern.replace("%d", Integer.toString(number)));
            }
        }
        return speed(1, turn -> {
            KeyResult key = keyer.key(urls.get((int) (turn % urls.size())));
            sink += key.hashCode();
        });
    }

    private Spread speed(int each, LongConsumer work) {
        long turn = run(0, warmUpNanos, work);
        List<Double> found = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            long startNanos = cpu.getCurrentThreadCpuTime();
            long end = run(turn, runNanos, work);
            found.add(each * (end - turn) * 1e9 / Math.max(1, cpu.getCurrentThreadCpuTime() - startNanos));
            turn = end;
        }
        return Spread.of(found);
    }

    private static long run(long from, long nanos, LongConsumer work) {
        long turn = from;
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < nanos) {
            for (int i = 0; i < BATCH; i++) {
                work.accept(turn++);
            }
        }
        return turn;
    }

    /** So that no compiler finds that nobody looks at the keys. */
    public long seen() {
        return sink;
    }
}

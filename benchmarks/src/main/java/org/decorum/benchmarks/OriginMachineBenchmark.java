package org.decorum.benchmarks;

import java.util.concurrent.TimeUnit;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.machine.OriginEffect;
import org.decorum.core.machine.OriginEvent;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.Outcome;
import org.decorum.core.machine.Timing;
import org.decorum.core.machine.Transition;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One origin without its stores: what deciding costs, and what its state costs to write and read. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class OriginMachineBenchmark {

    private static final String ORIGIN = "platform.example";
    private static final long STEP_MICROS = Micros.PER_SECOND;
    private static final Policies POLICIES = Policies.always(Policy.POLITE.withLimit(Limit.every(1_000)));

    /** Sites that share the origin. */
    @Param({"1", "100"})
    int sites;

    private final OriginMachine machine = new OriginMachine(Timing.ofLead(Micros.ofMillis(250)));
    private OriginState state = new OriginState();
    private Waiting[] requests = new Waiting[0];
    private long nowMicros;
    private int turn;

    @Setup
    public void knowEverySite() {
        requests = new Waiting[sites];
        for (int site = 0; site < sites; site++) {
            requests[site] = new Waiting("site-" + site + "." + ORIGIN, 5, 1, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        for (int site = 0; site < sites; site++) {
            arriveAndConclude();
        }
    }

    /** A request arrives, is booked at once, and is reported as fetched: two transitions. */
    @Benchmark
    public OriginState arriveAndConclude() {
        nowMicros += STEP_MICROS;
        Waiting request = requests[turn++ % sites];
        Transition booked = apply(new OriginEvent.Arrived(request), request);
        OriginEffect.Released released = released(booked);
        state = booked.state();
        state = apply(new OriginEvent.Reported(released.lease().booking(), Outcome.FETCHED), request)
                .state();
        return state;
    }

    /** The state goes to its store and comes back. */
    @Benchmark
    public OriginState writeAndReadState() {
        return OriginState.fromBytes(state.toBytes());
    }

    private Transition apply(OriginEvent event, Waiting request) {
        return machine.apply(ORIGIN, state, event, nowMicros, POLICIES, ticket -> request);
    }

    private static OriginEffect.Released released(Transition transition) {
        return (OriginEffect.Released) transition.effects().stream()
                .filter(OriginEffect.Released.class::isInstance)
                .findFirst()
                .orElseThrow();
    }
}

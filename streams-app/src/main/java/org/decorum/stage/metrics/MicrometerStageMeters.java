package org.decorum.stage.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.machine.ReturnCause;
import org.decorum.schema.AlertKind;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.RejectReason;
import org.jspecify.annotations.Nullable;

/** {@link StageMeters} on Micrometer. Every meter, with every value of its tag, exists from the start and reads 0. */
public final class MicrometerStageMeters implements StageMeters {
    private final MeterRegistry registry;
    private final Counter requests;
    private final Counter moved;
    private final Counter parked;
    private final Counter releases;
    private final Counter releasedCost;
    private final Counter staleFeedback;
    private final Counter policyChanges;
    private final Counter policiesRefused;
    private final Counter aliasChanges;
    private final Counter aliasesRefused;
    private final Map<RejectReason, Counter> rejected;
    private final Map<FetchOutcome, Counter> feedback;
    private final Map<ReturnCause, Counter> returned;
    private final Map<HoldCause, Counter> holds;
    private final Map<AlertKind, Counter> alerts;
    private final Timer lateness;
    private final Timer wait;
    private final Timer tickLateness;
    private final Timer tickDuration;
    private final Map<RestartCause, Counter> threadRestarts;
    private final AtomicReference<@Nullable HealthGauges> health = new AtomicReference<>();
    private final Set<TaskGauges> tasks = ConcurrentHashMap.newKeySet();

    public MicrometerStageMeters(MeterRegistry registry) {
        this.registry = registry;
        this.requests = counter(MeterNames.REQUESTS, "Requests that entered a backlog");
        this.moved = counter(MeterNames.MOVED, "Requests sent on to another origin, since an alias changed");
        this.parked = counter(MeterNames.PARKED, "Requests that came to a full backlog and went to crawl.parked");
        this.releases = counter(MeterNames.RELEASES, "Slots given");
        this.releasedCost = counter(MeterNames.RELEASED_COST, "Units of cost charged with the slots given");
        this.staleFeedback = counter(
                MeterNames.FEEDBACK_STALE,
                "Feedback that names no present lease, or robots.txt of a site that is not of the origin");
        this.policyChanges = counter(MeterNames.POLICY_CHANGES, "Policies that took effect");
        this.policiesRefused = counter(MeterNames.POLICIES_REFUSED, "Policies that were bad and told of");
        this.aliasChanges = counter(MeterNames.ALIAS_CHANGES, "Aliases that were set or taken away");
        this.aliasesRefused = counter(MeterNames.ALIASES_REFUSED, "Aliases that were bad and told of");
        this.rejected = counters(
                RejectReason.class,
                MeterNames.REJECTED,
                MeterNames.REASON,
                "Requests and records never to be released");
        this.feedback = counters(
                FetchOutcome.class, MeterNames.FEEDBACK, MeterNames.OUTCOME, "Feedback that told something new");
        this.returned = counters(
                ReturnCause.class, MeterNames.RETURNED, MeterNames.CAUSE, "Releases that went back to the backlog");
        this.holds = counters(HoldCause.class, MeterNames.HOLDS, MeterNames.CAUSE, "Holds of an origin or a lane");
        this.alerts = counters(AlertKind.class, MeterNames.ALERTS, MeterNames.KIND, "Alerts raised");
        this.threadRestarts = counters(
                RestartCause.class,
                MeterNames.THREAD_RESTARTS,
                MeterNames.CAUSE,
                "Stream threads that failed and were replaced");
        healthGauge(
                MeterNames.READY,
                "Whether this instance works, as /health/ready says: 1 or 0",
                null,
                now -> now.ready() ? 1 : 0);
        healthGauge(
                MeterNames.COMMIT_AGE,
                "Since the last commit of the stream thread that has waited longest for one",
                "seconds",
                HealthGauges::commitAgeSeconds);
        this.lateness = timer(MeterNames.LATENESS, "How long after it was due an origin had its turn", 5, 10_000);
        this.wait = timer(MeterNames.WAIT, "From a request's arrival to its release", 10, 86_400_000);
        this.tickLateness = timer(MeterNames.TICK_LATENESS, "How long after its time a tick came", 1, 10_000);
        this.tickDuration = timer(MeterNames.TICK_DURATION, "How long a tick worked", 1, 10_000);
        gauge(MeterNames.BACKLOG, "Requests that wait on this instance", TaskGauges::backlog);
        gauge(MeterNames.IN_FLIGHT, "Releases without an outcome yet on this instance", TaskGauges::inFlight);
        gauge(
                MeterNames.FLEET_CROWDED,
                "Stage tasks of this instance whose origins are due and wait for the fetchers",
                task -> task.isCrowded() ? 1 : 0);
        gauge(MeterNames.ORIGINS, "Origins with state on this instance", TaskGauges::origins);
        gauge(MeterNames.TASKS, "Stage tasks that this instance owns", task -> 1);
    }

    @Override
    public void requestAdmitted() {
        requests.increment();
    }

    @Override
    public void requestMoved() {
        moved.increment();
    }

    @Override
    public void requestParked() {
        parked.increment();
    }

    @Override
    public void rejected(RejectReason reason) {
        of(rejected, reason).increment();
    }

    @Override
    public void released(int cost, long waitMicros) {
        releases.increment();
        releasedCost.increment(cost);
        wait.record(waitMicros, TimeUnit.MICROSECONDS);
    }

    @Override
    public void served(long latenessMicros) {
        lateness.record(latenessMicros, TimeUnit.MICROSECONDS);
    }

    @Override
    public void feedback(FetchOutcome outcome) {
        of(feedback, outcome).increment();
    }

    @Override
    public void staleFeedback() {
        staleFeedback.increment();
    }

    @Override
    public void returned(ReturnCause cause) {
        of(returned, cause).increment();
    }

    @Override
    public void held(HoldCause cause) {
        of(holds, cause).increment();
    }

    @Override
    public void alerted(AlertKind kind) {
        of(alerts, kind).increment();
    }

    @Override
    public void policyChanged() {
        policyChanges.increment();
    }

    @Override
    public void policyRefused() {
        policiesRefused.increment();
    }

    @Override
    public void aliasChanged() {
        aliasChanges.increment();
    }

    @Override
    public void aliasRefused() {
        aliasesRefused.increment();
    }

    @Override
    public void ticked(long latenessMicros, long durationNanos) {
        tickLateness.record(latenessMicros, TimeUnit.MICROSECONDS);
        tickDuration.record(durationNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void threadRestarted(RestartCause cause) {
        of(threadRestarts, cause).increment();
    }

    @Override
    public void watch(HealthGauges now) {
        health.set(now);
    }

    @Override
    public Registration track(TaskGauges task) {
        tasks.add(task);
        return () -> tasks.remove(task);
    }

    @Override
    public void trackFleet(LongSupplier window) {
        Gauge.builder(MeterNames.FLEET_WINDOW, window, LongSupplier::getAsLong)
                .description("Releases that may be out at once on this instance, as far as the fetchers can make their"
                        + " slots")
                .strongReference(true)
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    private <E extends Enum<E>> Map<E, Counter> counters(Class<E> values, String name, String tag, String description) {
        Map<E, Counter> counters = new EnumMap<>(values);
        for (E value : values.getEnumConstants()) {
            counters.put(
                    value,
                    Counter.builder(name)
                            .description(description)
                            .tag(tag, value.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        return counters;
    }

    /** A histogram whose buckets a Prometheus server can add up over instances. */
    private Timer timer(String name, String description, long leastMillis, long mostMillis) {
        return Timer.builder(name)
                .description(description)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(leastMillis))
                .maximumExpectedValue(Duration.ofMillis(mostMillis))
                .register(registry);
    }

    private void gauge(String name, String description, ToLongFunction<TaskGauges> value) {
        Gauge.builder(name, tasks, all -> all.stream().mapToLong(value).sum())
                .description(description)
                .register(registry);
    }

    private void healthGauge(
            String name, String description, @Nullable String unit, ToDoubleFunction<HealthGauges> value) {
        Gauge.builder(name, health, now -> now.get() == null ? 0 : value.applyAsDouble(now.get()))
                .description(description)
                .baseUnit(unit)
                .register(registry);
    }

    private static <E extends Enum<E>> Counter of(Map<E, Counter> counters, E value) {
        Counter counter = counters.get(value);
        if (counter == null) {
            throw new IllegalArgumentException(value + " (expected: one of " + counters.keySet() + ")");
        }
        return counter;
    }
}

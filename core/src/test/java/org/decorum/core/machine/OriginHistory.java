package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofMillis;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.CrawlDelay;
import org.decorum.core.policy.CrawlDelay.Counting;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;

/** A random life of one origin, wholly given by its seed; {@link OriginInvariants} are checked after every event. */
final class OriginHistory {

    private static final List<String> SITES = List.of("a.example", "b.example", "c.example", "d.example");

    private static final long RETENTION_MICROS = ofSeconds(365L * 24 * 3600);

    private record DueLater(long atMicros, Waiting request) {}

    private final Random random;
    private final Timing timing;
    private final OriginMachine machine;
    private final OriginInvariants invariants;
    private final Map<Long, Waiting> backlog = new HashMap<>();
    private final PriorityQueue<DueLater> deferred = new PriorityQueue<>(Comparator.comparingLong(DueLater::atMicros));
    private final int complaintsPercent;
    private final boolean cuts;
    private final int sites;
    private final int maxAttempts;
    private final int failuresPercent;
    private final BackoffPolicy backoff;
    private Map<String, Policy> policies = new HashMap<>();
    private boolean everythingIsOpen;
    private OriginState state = new OriginState();
    private Consumer<OriginState> watcher = step -> {};
    private long now;
    private long wakeAt = Transition.NEVER;

    OriginHistory(long seed) {
        random = new Random(seed);
        timing = random.nextInt(3) == 0 ? Timing.IMMEDIATE : Timing.ofLead(ofMillis(random.nextInt(1, 500)));
        machine = new OriginMachine(timing);
        complaintsPercent = random.nextBoolean() ? 0 : random.nextInt(60);
        cuts = random.nextBoolean();
        invariants = new OriginInvariants(timing, cuts);
        sites = random.nextInt(1, SITES.size() + 1);
        maxAttempts = random.nextInt(1, 4);
        failuresPercent = random.nextBoolean() ? 0 : random.nextInt(90);
        backoff = new BackoffPolicy(ofSeconds(2), ofSeconds(30), ofSeconds(15), ofSeconds(60), random.nextInt(1, 6));
        now = random.nextBoolean() ? 0 : ofSeconds(1_700_000_000);
        drawPolicies();
    }

    /** Shows somebody the state after each event. */
    OriginHistory watchedBy(Consumer<OriginState> somebody) {
        watcher = somebody;
        return this;
    }

    /** Lives through that many random events, then answers every release until nothing is left. */
    void live(int events) {
        step(new OriginEvent.Arrived(drawRequest()));
        for (int step = 0; step < events; step++) {
            moveClock();
            recall();
            step(nextEvent());
            if (random.nextInt(40) == 0) {
                drawPolicies();
                step(new OriginEvent.Tick());
            }
        }
        everythingIsOpen = true;
        drawPolicies();
        step(new OriginEvent.Tick());
        drain(20 * events + 10_000);
        forget();
    }

    /** Nothing is left: after the retention the origin is forgotten, and not before. */
    private void forget() {
        now += RETENTION_MICROS / 2;
        step(new OriginEvent.Tick());
        now += RETENTION_MICROS;
        Transition last = machine.apply(
                TestOrigin.KEY, state, new OriginEvent.Tick(), now, Policies.always(drawPolicy()), backlog::get);
        assertThat(last.effects()).containsExactly(new OriginEffect.Forgotten(state.epoch()));
        assertThat(backlog).isEmpty();
    }

    private void drain(int stepsMax) {
        for (int step = 0; state.waiting() > 0 || state.inFlight() > 0 || !deferred.isEmpty(); step++) {
            assertThat(step).as("steps until nothing is left").isLessThan(stepsMax);
            recall();
            if (state.inFlight() > 0 && random.nextInt(4) != 0) {
                step(new OriginEvent.Reported(state.leases().get(0).booking(), Outcome.FETCHED));
            } else {
                assertThat(wakeAt).as("something is left: a wake-up").isNotEqualTo(Transition.NEVER);
                now = Math.max(now, wakeAt);
                step(new OriginEvent.Tick());
            }
        }
    }

    /** What was deferred and is due arrives again. */
    private void recall() {
        List<Waiting> due = new ArrayList<>();
        while (!deferred.isEmpty() && deferred.peek().atMicros() <= now) {
            due.add(deferred.remove().request());
        }
        if (!due.isEmpty()) {
            step(new OriginEvent.Recalled(
                    due.size(),
                    deferred.isEmpty() ? Transition.NEVER : deferred.peek().atMicros()));
            due.forEach(request -> step(new OriginEvent.Arrived(request)));
        }
    }

    private OriginEvent nextEvent() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> new OriginEvent.Arrived(drawRequest());
            case 3, 4, 5 -> drawReport();
            case 6 ->
                random.nextInt(8) == 0
                        ? new OriginEvent.RobotsRead(drawSite(), random.nextInt(3) * ofMillis(random.nextInt(3_000)))
                        : new OriginEvent.Tick();
            default -> new OriginEvent.Tick();
        };
    }

    private Waiting drawRequest() {
        long notBefore = random.nextInt(6) == 0 ? now + ofMillis(random.nextInt(5_000)) : Long.MIN_VALUE;
        long deadline = random.nextInt(6) == 0 ? now + ofMillis(random.nextInt(20_000)) : Long.MAX_VALUE;
        return new Waiting(drawSite(), random.nextInt(Waiting.PRIORITIES), random.nextInt(1, 5), notBefore, deadline);
    }

    private OriginEvent drawReport() {
        List<Lease> leases = state.leases();
        if (leases.isEmpty() || random.nextInt(10) == 0) {
            return new OriginEvent.Reported(new BookingId(now, random.nextInt(50)), Outcome.FETCHED);
        }
        BookingId booking = leases.get(random.nextInt(leases.size())).booking();
        if (random.nextInt(100) < complaintsPercent) {
            OptionalLong retryAfter =
                    random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(ofMillis(random.nextInt(5_000)));
            return new OriginEvent.Reported(
                    booking, Outcome.FETCHED, OptionalInt.of(429), OptionalLong.empty(), retryAfter);
        }
        if (random.nextInt(100) < failuresPercent) {
            OptionalInt status = random.nextBoolean() ? OptionalInt.of(500) : OptionalInt.of(504);
            return new OriginEvent.Reported(
                    booking,
                    random.nextInt(3) == 0 ? Outcome.FAILED : Outcome.FETCHED,
                    status,
                    OptionalLong.empty(),
                    OptionalLong.empty());
        }
        return new OriginEvent.Reported(booking, Outcome.values()[random.nextInt(Outcome.values().length)]);
    }

    private String drawSite() {
        return SITES.get(random.nextInt(sites));
    }

    private void drawPolicies() {
        policies = new HashMap<>();
        policies.put(TestOrigin.KEY, drawPolicy());
        SITES.forEach(site -> policies.put(site, drawPolicy()));
    }

    private Policy drawPolicy() {
        PolicyDraft draft = new PolicyDraft();
        if (cuts && random.nextBoolean()) {
            draft.intervalStartMicros(ofMillis(random.nextInt(1, 8_000)));
        }
        return draft.intervalMaxMicros(cuts ? ofMillis(random.nextInt(1, 16_000)) : 1)
                .origin(drawLimit())
                .site(drawLimit())
                .maxInFlight(random.nextInt(1, 20))
                .maxAttempts(maxAttempts)
                .leaseTimeoutMicros(ofMillis(random.nextInt(1, 60_000)))
                .backlogMax(random.nextInt(5, 100))
                .retentionMicros(RETENTION_MICROS)
                .weight(random.nextInt(1, 10))
                .crawlDelay(drawCrawlDelay())
                .backoff(backoff)
                .access(drawAccess())
                .policy();
    }

    private CrawlDelay drawCrawlDelay() {
        Counting[] countings = Counting.values();
        return new CrawlDelay(countings[random.nextInt(countings.length)], ofMillis(random.nextInt(1, 5_000)));
    }

    private Access drawAccess() {
        int drawn = everythingIsOpen ? 0 : random.nextInt(12);
        return drawn == 11 ? Access.BLOCKED : drawn >= 9 ? Access.PAUSED : Access.OPEN;
    }

    private Limit drawLimit() {
        long interval = random.nextInt(3) == 0 ? random.nextInt(1, 100) : ofMillis(random.nextInt(1, 4_000));
        return random.nextInt(3) == 0 ? Limit.burst(interval, random.nextInt(1, 6)) : Limit.every(interval);
    }

    private void moveClock() {
        switch (random.nextInt(6)) {
            case 0, 1, 2 -> now = wakeAt == Transition.NEVER ? now : Math.max(now, wakeAt);
            case 3 -> now += ofMillis(random.nextInt(3_000));
            case 4 -> now += random.nextInt(20) == 0 ? ofSeconds(random.nextInt(300)) : 1;
            default -> {}
        }
    }

    private void step(OriginEvent event) {
        Map<String, Policy> drawn = policies;
        Policies inForce = key -> drawn.getOrDefault(key, Policy.POLITE);
        byte[] before = state.toBytes();
        Transition transition = machine.apply(TestOrigin.KEY, state, event, now, inForce, backlog::get);
        assertThat(state.toBytes()).as("the state that was given").isEqualTo(before);
        Transition restored =
                machine.apply(TestOrigin.KEY, OriginState.fromBytes(before), event, now, inForce, backlog::get);
        assertThat(restored.effects()).as("effects on a restored state").isEqualTo(transition.effects());
        assertThat(restored.wakeAtMicros()).as("wake of a restored state").isEqualTo(transition.wakeAtMicros());
        assertThat(restored.state().toBytes()).isEqualTo(transition.state().toBytes());
        if (!transition.changed()) {
            assertThat(transition.state().toBytes())
                    .as("a state that did not change")
                    .isEqualTo(before);
        }

        store(event, transition.effects());
        state = transition.state();
        watcher.accept(state);
        wakeAt = transition.wakeAtMicros();
        invariants.check(state, event, transition.effects(), now, inForce);
        checkWake(inForce);
    }

    /** The part of the shell: what waits is stored, what is deferred comes again. */
    private void store(OriginEvent event, List<OriginEffect> effects) {
        for (OriginEffect effect : effects) {
            if (effect instanceof OriginEffect.Admitted admitted && event instanceof OriginEvent.Arrived arrived) {
                assertThat(backlog.put(admitted.ticket(), arrived.request()))
                        .as("a ticket twice")
                        .isNull();
            } else if (effect instanceof OriginEffect.Deferred later && event instanceof OriginEvent.Arrived arrived) {
                deferred.add(new DueLater(later.untilMicros(), arrived.request()));
            } else if (effect instanceof OriginEffect.Concluded concluded) {
                backlog.remove(concluded.lease().ticket());
            } else if (effect instanceof OriginEffect.Dropped dropped) {
                backlog.remove(dropped.ticket());
            }
        }
        assertThat(effects.stream().filter(OriginEffect.Dropped.class::isInstance))
                .noneMatch(dropped -> ((OriginEffect.Dropped) dropped).cause() == RejectCause.STATE_CORRUPT);
    }

    /** Nothing happens before the wake-up, something does at it, and there is one while anything is left. */
    private void checkWake(Policies inForce) {
        assertThat(Math.max(now, machine.wakeAt(TestOrigin.KEY, state, now, inForce)))
                .as("the wake-up as asked after a restart")
                .isEqualTo(Math.max(now, wakeAt));
        boolean isPaused = Stream.concat(Stream.of(TestOrigin.KEY), SITES.stream())
                .anyMatch(key -> inForce.of(key).access() == Access.PAUSED);
        if ((state.waiting() > 0 && !isPaused) || state.inFlight() > 0 || !deferred.isEmpty()) {
            assertThat(wakeAt).as("a wake-up while something is left").isNotEqualTo(Transition.NEVER);
        }
        long horizon = Math.min(wakeAt, now + ofSeconds(1_000));
        if (horizon > now) {
            long early = now + random.nextLong(horizon - now);
            Transition tick =
                    machine.apply(TestOrigin.KEY, state, new OriginEvent.Tick(), early, inForce, backlog::get);
            assertThat(tick.effects()).as("effects before the wake-up").isEmpty();
            assertThat(tick.state().toBytes()).as("state before the wake-up").isEqualTo(state.toBytes());
            assertThat(tick.wakeAtMicros()).as("the wake-up, asked again").isEqualTo(wakeAt);
        }
        if (wakeAt < state.deferredFromMicros()) {
            Transition tick = machine.apply(
                    TestOrigin.KEY, state, new OriginEvent.Tick(), Math.max(now, wakeAt), inForce, backlog::get);
            assertThat(tick.effects()).as("effects at the wake-up").isNotEmpty();
        }
    }
}

package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofMillis;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.cache.CacheVerdict;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/**
 * A random life, wholly given by its seed, of an origin with caches in front of it, which hit now more, now less, and
 * whose answers are heard of late, never, or without a word on caches. After each booking, for every window that ends
 * with it, what the origin was asked obeys
 *
 * <pre>{@code
 * sum of cost * T <= window + tau + T + cost of the last * T + misses that were out and not heard of
 * }</pre>
 *
 * <p>where the T in the middle falls away if the last one is no request to a cache.
 */
final class CacheHistory {

    private static final List<String> CACHES = List.of("cdn1.example", "cdn2.example");
    private static final String OTHER = "other.example";

    /** A request that reached the origin, or will; known is when the machine was told, or what it paid at once. */
    private static final class Asked {

        final long atMicros;
        final int cost;
        boolean known;

        Asked(long atMicros, int cost, boolean known) {
            this.atMicros = atMicros;
            this.cost = cost;
            this.known = known;
        }
    }

    private record Report(long atMicros, long number, OriginEvent.Reported event) {}

    private final Random random;
    private final OriginMachine machine;
    private final Limit limit;
    private final Map<String, Policy> policies = new HashMap<>();
    private final List<String> sites = new ArrayList<>();
    private final Map<Long, Waiting> backlog = new HashMap<>();
    private final PriorityQueue<Report> reports =
            new PriorityQueue<>(Comparator.comparingLong(Report::atMicros).thenComparingLong(Report::number));
    private final List<Asked> asked = new ArrayList<>();
    private final Map<Long, Asked> hidden = new HashMap<>();
    private final int silencePercent;
    private final int delayMillis;
    private OriginState state = new OriginState();
    private Consumer<OriginState> watcher = step -> {};
    private long now = ofSeconds(1_000);
    private long wakeAt = Transition.NEVER;
    private int missPercent = 100;
    private int misses;

    CacheHistory(long seed) {
        random = new Random(seed);
        machine = new OriginMachine(random.nextBoolean() ? Timing.IMMEDIATE : Timing.ofLead(ofMillis(250)));
        limit = drawLimit(50, 4_000);
        silencePercent = random.nextInt(3) * 5;
        delayMillis = random.nextInt(20, 3_000);
        sites.add(TestOrigin.KEY);
        sites.addAll(CACHES.subList(0, random.nextInt(1, CACHES.size() + 1)));
        if (random.nextBoolean()) {
            sites.add(OTHER);
        }
        policies.put(TestOrigin.KEY, draft(Limit.every(1)).policy());
        policies.put(OTHER, draft(drawLimit(10, 2_000)).policy());
        CACHES.forEach(cache ->
                policies.put(cache, draft(drawLimit(10, 500)).missesOnly(true).policy()));
    }

    /** Shows somebody the state after each event. */
    CacheHistory watchedBy(Consumer<OriginState> somebody) {
        watcher = somebody;
        return this;
    }

    /** Lives through that many events; gives how many misses the origin was asked for. */
    int live(int events) {
        for (int event = 0; event < events; event++) {
            if (random.nextInt(300) == 0) {
                missPercent = List.of(0, 2, 5, 20, 50, 100).get(random.nextInt(6));
            }
            if (state.waiting() < 30 && random.nextInt(3) > 0) {
                step(new OriginEvent.Arrived(new Waiting(
                        sites.get(random.nextInt(sites.size())),
                        5,
                        random.nextInt(4) == 0 ? random.nextInt(1, 5) : 1,
                        Long.MIN_VALUE,
                        Long.MAX_VALUE)));
            } else {
                pass();
            }
        }
        return misses;
    }

    private void pass() {
        long heard = reports.isEmpty() ? Long.MAX_VALUE : reports.peek().atMicros();
        long next = Math.min(heard, Math.max(now, wakeAt));
        now = Math.max(now, next == Long.MAX_VALUE ? now + ofSeconds(random.nextInt(60)) : next);
        if (heard <= now) {
            step(reports.remove().event());
        } else {
            step(new OriginEvent.Tick());
        }
    }

    private void step(OriginEvent event) {
        Policies inForce = key -> policies.getOrDefault(key, Policy.POLITE);
        byte[] before = state.toBytes();
        Transition transition = machine.apply(TestOrigin.KEY, state, event, now, inForce, backlog::get);
        Transition restored =
                machine.apply(TestOrigin.KEY, OriginState.fromBytes(before), event, now, inForce, backlog::get);
        assertThat(state.toBytes()).as("the state that was given").isEqualTo(before);
        assertThat(restored.effects()).as("effects on a restored state").isEqualTo(transition.effects());
        assertThat(restored.wakeAtMicros()).isEqualTo(transition.wakeAtMicros());
        assertThat(restored.state().toBytes()).isEqualTo(transition.state().toBytes());
        assertThat(transition.state().tatMicros()).as("TAT").isGreaterThanOrEqualTo(state.tatMicros());
        state = transition.state();
        watcher.accept(state);
        becomeKnown();
        wakeAt = transition.wakeAtMicros();
        for (OriginEffect effect : transition.effects()) {
            follow(event, effect);
        }
        checkWake(inForce);
    }

    /** The machine was told of what is no longer leased, or gave it up; both before it booked more. */
    private void becomeKnown() {
        Set<Long> leased =
                state.leases().stream().map(lease -> lease.booking().number()).collect(Collectors.toSet());
        hidden.forEach((number, start) -> start.known = !leased.contains(number));
        hidden.values().removeIf(start -> start.known);
    }

    private void follow(OriginEvent event, OriginEffect effect) {
        if (effect instanceof OriginEffect.Admitted admitted && event instanceof OriginEvent.Arrived arrived) {
            backlog.put(admitted.ticket(), arrived.request());
        } else if (effect instanceof OriginEffect.Released released) {
            start(released);
        } else if (effect instanceof OriginEffect.Concluded concluded) {
            backlog.remove(concluded.lease().ticket());
        } else if (effect instanceof OriginEffect.Dropped dropped) {
            backlog.remove(dropped.ticket());
        }
    }

    private void start(OriginEffect.Released released) {
        String site = state.lane(released.lease().ticket()).siteKey();
        boolean toCache = CACHES.contains(site);
        boolean missedSlot = random.nextInt(30) == 0;
        boolean misses = !toCache || random.nextInt(100) < missPercent;
        if (misses && !missedSlot) {
            Asked start = new Asked(released.slot().releaseAtMicros(), released.cost(), !toCache);
            asked.add(start);
            checkWindows(toCache);
            if (toCache) {
                this.misses++;
                hidden.put(released.lease().booking().number(), start);
            }
        }
        if (random.nextInt(100) >= silencePercent) {
            reports.add(report(released, toCache, missedSlot, misses));
        }
    }

    private Report report(OriginEffect.Released released, boolean toCache, boolean missedSlot, boolean missed) {
        Outcome outcome =
                missedSlot ? Outcome.MISSED_SLOT : missed && random.nextInt(20) == 0 ? Outcome.FAILED : Outcome.FETCHED;
        CacheVerdict verdict = CacheVerdict.UNKNOWN;
        if (toCache && outcome == Outcome.FETCHED && random.nextInt(10) > 0) {
            verdict = missed ? CacheVerdict.MISS : CacheVerdict.HIT;
        }
        OriginEvent.Reported event = new OriginEvent.Reported(
                released.lease().booking(),
                outcome,
                outcome == Outcome.FETCHED ? OptionalInt.of(200) : OptionalInt.empty(),
                missedSlot
                        ? OptionalLong.empty()
                        : OptionalLong.of(released.slot().releaseAtMicros()),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                verdict);
        long heardAt = released.slot().releaseAtMicros() + ofMillis(random.nextInt(delayMillis));
        return new Report(heardAt, released.lease().booking().number(), event);
    }

    private void checkWindows(boolean toCache) {
        Asked last = asked.get(asked.size() - 1);
        long due = Micros.multiply(limit.intervalMicros(), last.cost);
        long unheard = 0;
        for (int from = asked.size() - 2; from >= 0; from--) {
            Asked first = asked.get(from);
            long cost = Micros.multiply(limit.intervalMicros(), first.cost);
            due += cost;
            unheard += first.known ? 0 : cost;
            long bound = last.atMicros
                    - first.atMicros
                    + limit.toleranceMicros()
                    + (toCache ? limit.intervalMicros() : 0)
                    + Micros.multiply(limit.intervalMicros(), last.cost)
                    + unheard;
            assertThat(due).as("asked in %d us", last.atMicros - first.atMicros).isLessThanOrEqualTo(bound);
        }
    }

    /** Nothing happens before the wake-up, and something does at it. */
    private void checkWake(Policies inForce) {
        if (wakeAt > now && wakeAt != Transition.NEVER) {
            long early = now + random.nextLong(wakeAt - now);
            Transition tick =
                    machine.apply(TestOrigin.KEY, state, new OriginEvent.Tick(), early, inForce, backlog::get);
            assertThat(tick.effects()).as("effects before the wake-up").isEmpty();
            assertThat(tick.wakeAtMicros()).as("the wake-up, asked again").isEqualTo(wakeAt);
            Transition wake =
                    machine.apply(TestOrigin.KEY, state, new OriginEvent.Tick(), wakeAt, inForce, backlog::get);
            assertThat(wake.effects()).as("effects at the wake-up").isNotEmpty();
        }
    }

    private PolicyDraft draft(Limit site) {
        return new PolicyDraft()
                .origin(limit)
                .site(site)
                .intervalMaxMicros(1)
                .maxInFlight(random.nextInt(2, 60))
                .leaseTimeoutMicros(ofMillis(random.nextInt(3_000, 20_000)));
    }

    private Limit drawLimit(int fastestMillis, int slowestMillis) {
        long interval = ofMillis(random.nextInt(fastestMillis, slowestMillis));
        return random.nextInt(3) == 0 ? Limit.burst(interval, random.nextInt(2, 6)) : Limit.every(interval);
    }
}

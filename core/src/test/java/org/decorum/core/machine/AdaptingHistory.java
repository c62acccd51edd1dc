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
import java.util.function.Consumer;
import org.decorum.core.adaptive.Knee;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.cache.CacheVerdict;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/**
 * A random life, wholly given by its seed, of an origin whose policy is adaptive, and now and then is not, which is told
 * all that fetchers with wrong clocks could tell. After each step pace and cap are what the policy allows, and nothing
 * waits for longer than policy, leases and {@link #REST_MICROS} justify. Then all goes well, and everything is fetched.
 */
final class AdaptingHistory {

    /** The law lets an origin rest for so long at most. */
    private static final long REST_MICROS = ofSeconds(60);

    private static final String SLOW = "slow.example";
    private static final String CACHE = "cdn.example";
    private static final int WAITING_MAX = 30;

    private record Report(long atMicros, long number, OriginEvent.Reported event) {}

    private final Random random;
    private final OriginMachine machine = new OriginMachine(Timing.ofLead(ofMillis(250)));
    private final List<String> sites = new ArrayList<>();
    private final Map<String, Policy> policies = new HashMap<>();
    private final Map<Long, Waiting> backlog = new HashMap<>();
    private final PriorityQueue<Report> reports =
            new PriorityQueue<>(Comparator.comparingLong(Report::atMicros).thenComparingLong(Report::number));
    private OriginState state = new OriginState();
    private Consumer<OriginState> watcher = step -> {};
    private long now = ofSeconds(1_767_225_600L);
    private long wakeAt = Transition.NEVER;
    private long latencyMicros = ofMillis(50);
    private int errorPercent;
    private boolean isGood;
    private long directAt = Long.MIN_VALUE;
    private long directRest;
    private int releases;

    AdaptingHistory(long seed) {
        random = new Random(seed);
        boolean alone = random.nextInt(4) == 0;
        sites.add(random.nextInt(4) == 0 ? CACHE : TestOrigin.KEY);
        if (!alone) {
            sites.addAll(List.of(SLOW, CACHE));
        }
        long interval = ofMillis(random.nextInt(10, 1_000));
        Policy own = PolicyDraft.limit(Limit.every(interval))
                .intervalMaxMicros(interval * random.nextInt(1, 6))
                .maxInFlight(random.nextInt(1, 64))
                .maxAttempts(3)
                .leaseTimeoutMicros(ofMillis(random.nextInt(1_000, 20_000)))
                .backoff(new BackoffPolicy(ofSeconds(1), ofSeconds(10), ofSeconds(60), ofSeconds(60), 5))
                .adaptive(true)
                .policy();
        policies.put(TestOrigin.KEY, own);
        policies.put(SLOW, PolicyDraft.of(own).site(Limit.every(5 * interval)).policy());
        policies.put(
                CACHE,
                PolicyDraft.of(own)
                        .site(Limit.every(ofMillis(5)))
                        .missesOnly(true)
                        .policy());
    }

    /** Shows somebody the state after each event. */
    AdaptingHistory watchedBy(Consumer<OriginState> somebody) {
        watcher = somebody;
        return this;
    }

    /** Lives through so many events, then through good times; gives how many releases there were. */
    int live(int events) {
        for (int event = 0; event < events; event++) {
            change();
            if (state.waiting() < WAITING_MAX && random.nextInt(3) > 0) {
                arrive();
            } else {
                pass();
            }
        }
        goWell();
        return releases;
    }

    private void arrive() {
        int cost = random.nextInt(50) == 0 ? 100 : random.nextInt(500) == 0 ? 1_000 : 1;
        String site = sites.get(random.nextInt(sites.size()));
        step(new OriginEvent.Arrived(new Waiting(site, 5, cost, Long.MIN_VALUE, Long.MAX_VALUE)));
    }

    private void change() {
        switch (random.nextInt(200)) {
            case 0 ->
                latencyMicros =
                        List.of(1L, 1_000L, 50_000L, 500_000L, 5_000_000L).get(random.nextInt(5));
            case 1 -> errorPercent = List.of(0, 0, 0, 20, 100).get(random.nextInt(5));
            case 2 -> policy(PolicyDraft.of(own()).adaptive(!own().isAdaptive()));
            case 3 -> policy(PolicyDraft.of(own()).maxInFlight(random.nextInt(2) == 0 ? 1 : 64));
            default -> {}
        }
    }

    private void policy(PolicyDraft draft) {
        policies.put(TestOrigin.KEY, draft.policy());
    }

    private Policy own() {
        return inForce().of(TestOrigin.KEY);
    }

    private Policies inForce() {
        return key -> policies.getOrDefault(key, Policy.POLITE);
    }

    private void goWell() {
        isGood = true;
        errorPercent = 0;
        latencyMicros = ofMillis(50);
        policy(PolicyDraft.of(own()).adaptive(true).maxInFlight(8));
        reports.clear();
        long units = backlog.values().stream()
                .mapToLong(request -> request.clues().units().orElse(1))
                .sum();
        long busyMicros = Math.max(justifiedMicros(), Micros.add(now, REST_MICROS)) - now;
        long slowest = 5 * Math.max(own().origin().intervalMicros(), own().intervalMaxMicros());
        long until = now + busyMicros + 2 * units * slowest + ofSeconds(600);
        while (state.waiting() + state.inFlight() > 0) {
            assertThat(now)
                    .as("everything is fetched by then: %s", state.leases())
                    .isLessThan(until);
            pass();
        }
    }

    private void pass() {
        long heard = reports.isEmpty() ? Long.MAX_VALUE : reports.peek().atMicros();
        long next = Math.min(heard, Math.max(now, wakeAt));
        now = Math.max(now, next == Long.MAX_VALUE ? now + ofSeconds(1) : next);
        step(heard <= now ? reports.remove().event() : new OriginEvent.Tick());
    }

    private void step(OriginEvent event) {
        byte[] before = state.toBytes();
        Transition transition = machine.apply(TestOrigin.KEY, state, event, now, inForce(), backlog::get);
        Transition restored =
                machine.apply(TestOrigin.KEY, OriginState.fromBytes(before), event, now, inForce(), backlog::get);
        assertThat(restored.effects()).as("effects on a restored state").isEqualTo(transition.effects());
        assertThat(restored.wakeAtMicros()).isEqualTo(transition.wakeAtMicros());
        assertThat(restored.state().toBytes()).isEqualTo(transition.state().toBytes());
        state = transition.state();
        watcher.accept(state);
        wakeAt = transition.wakeAtMicros();
        for (OriginEffect effect : transition.effects()) {
            follow(event, effect);
        }
        check();
    }

    private void follow(OriginEvent event, OriginEffect effect) {
        if (effect instanceof OriginEffect.Admitted admitted && event instanceof OriginEvent.Arrived arrived) {
            backlog.put(admitted.ticket(), arrived.request());
        } else if (effect instanceof OriginEffect.Released released) {
            released(released);
        } else if (effect instanceof OriginEffect.Concluded concluded) {
            backlog.remove(concluded.lease().ticket());
        } else if (effect instanceof OriginEffect.Dropped dropped) {
            backlog.remove(dropped.ticket());
        }
    }

    private void released(OriginEffect.Released released) {
        releases++;
        long at = released.slot().releaseAtMicros();
        int inFlightMin = released.lease().isToCache() ? OriginEffect.Released.NO_CAP : 1;
        assertThat(released.inFlightMax()).isBetween(inFlightMin, own().maxInFlight());
        if (!released.lease().isToCache()) {
            long floor = own().origin().intervalMicros();
            assertThat(at).as("the floor").isGreaterThanOrEqualTo(Micros.add(directAt, directRest));
            directAt = at;
            directRest = released.cost() * floor;
            assertThat(released.intervalMicros()).isBetween(floor, Math.max(own().intervalMaxMicros(), 5 * floor));
        }
        if (isGood || random.nextInt(20) > 0) {
            OriginEvent.Reported event = isGood ? good(released) : anything(released);
            long heardAt = at + latencyMicros + ofMillis(random.nextInt(500));
            reports.add(new Report(heardAt, released.lease().booking().number(), event));
        }
    }

    private OriginEvent.Reported good(OriginEffect.Released released) {
        long at = released.slot().releaseAtMicros();
        return report(released, Outcome.FETCHED, 200, at, at + latencyMicros, CacheVerdict.UNKNOWN);
    }

    private OriginEvent.Reported anything(OriginEffect.Released released) {
        long at = released.slot().releaseAtMicros();
        int kind = random.nextInt(20);
        Outcome outcome = kind == 0 ? Outcome.MISSED_SLOT : kind == 1 ? Outcome.FAILED : Outcome.FETCHED;
        int status = random.nextInt(100) < errorPercent ? List.of(500, 503, 429).get(random.nextInt(3)) : 200;
        long wrong = random.nextInt(4) == 0 ? ofSeconds(random.nextInt(-600, 600)) : 0;
        long started = random.nextInt(10) == 0 ? absurd(at) : at + wrong + random.nextInt(10_000);
        long finished = random.nextInt(10) == 0 ? absurd(at) : started + latencyMicros;
        CacheVerdict verdict = CacheVerdict.values()[random.nextInt(CacheVerdict.values().length)];
        return report(released, outcome, status, started, finished, verdict);
    }

    private long absurd(long at) {
        return List.of(0L, Long.MIN_VALUE, Long.MAX_VALUE, at - ofSeconds(86_400), at + ofSeconds(86_400), at - 1)
                .get(random.nextInt(6));
    }

    private static OriginEvent.Reported report(
            OriginEffect.Released released,
            Outcome outcome,
            int status,
            long started,
            long finished,
            CacheVerdict verdict) {
        return new OriginEvent.Reported(
                released.lease().booking(),
                outcome,
                outcome == Outcome.FETCHED ? OptionalInt.of(status) : OptionalInt.empty(),
                OptionalLong.of(started),
                OptionalLong.of(finished),
                OptionalLong.empty(),
                Optional.empty(),
                verdict);
    }

    private void check() {
        Policy own = own();
        state.learned(own).ifPresent(learned -> {
            assertThat(learned.inFlightMax()).isBetween(1, own.maxInFlight());
            assertThat(learned.parallelism()).isBetween(1.0, 1e6);
        });
        if (state.waiting() > 0) {
            assertThat(wakeAt).as("sleeps until").isLessThanOrEqualTo(justifiedMicros());
        }
        Knee knee = state.knee;
        if (knee != null) {
            long interval = Micros.multiply(
                    10_000, Math.max(own.intervalMaxMicros(), 5 * own.origin().intervalMicros()));
            long bound = Math.max(now, state.lastReleaseAtMicros) + interval + REST_MICROS;
            assertThat(knee.notBeforeMicros()).as("not before").isLessThanOrEqualTo(bound);
        }
    }

    /** What the limiters, the holds and the leases say, and a rest. */
    private long justifiedMicros() {
        long justified = Math.max(Micros.add(now, REST_MICROS), Micros.add(state.forecastTatMicros(), REST_MICROS));
        justified = Math.max(justified, state.hold.untilMicros());
        long lastRest = Micros.multiply(state.limit(own()).intervalMicros(), state.lastCost);
        justified = Math.max(justified, Micros.add(state.lastReleaseAtMicros, lastRest));
        if (state.inFlight() > 0) {
            justified = Math.max(justified, state.firstLeaseDeadlineMicros());
        }
        for (Lane lane : state.lanes) {
            justified =
                    Math.max(justified, Math.max(lane.tatMicros(), lane.hold().untilMicros()));
        }
        return justified;
    }
}

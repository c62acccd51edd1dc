package org.decorum.core.machine;

import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;

/** One origin with its backlog and its clock, as the shell would drive it. Times are seconds unless named otherwise. */
final class TestOrigin {

    static final String KEY = "example.org";

    final Map<Long, Waiting> backlog = new HashMap<>();
    final List<OriginEffect.Released> releases = new ArrayList<>();
    OriginState state = new OriginState();
    long now;
    long wakeAt = Transition.NEVER;

    private final String key;
    private final OriginMachine machine;
    Policies policies;

    private Allowance allowance = Allowance.UNLIMITED;

    TestOrigin(Policy policy) {
        this(Timing.IMMEDIATE, policy);
    }

    TestOrigin(Timing timing, Policy policy) {
        this(timing, Policies.always(policy));
    }

    TestOrigin(Timing timing, Policies policies) {
        this(KEY, timing, policies);
    }

    TestOrigin(String key, Policy policy) {
        this(key, Timing.IMMEDIATE, Policies.always(policy));
    }

    private TestOrigin(String key, Timing timing, Policies policies) {
        this.key = key;
        this.machine = new OriginMachine(timing);
        this.policies = policies;
    }

    static Waiting request(String site, int cost) {
        return new Waiting(site, 5, cost, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** What fetchers have room for from now on. */
    void allow(Allowance other) {
        allowance = other;
    }

    void policy(Policy policy) {
        policies = Policies.always(policy);
    }

    List<OriginEffect> apply(OriginEvent event) {
        Transition transition = machine.apply(key, state, event, now, policies, backlog::get, allowance);
        state = transition.state();
        wakeAt = transition.wakeAtMicros();
        for (OriginEffect effect : transition.effects()) {
            if (effect instanceof OriginEffect.Admitted admitted && event instanceof OriginEvent.Arrived arrived) {
                backlog.put(admitted.ticket(), arrived.request());
            } else if (effect instanceof OriginEffect.Released released) {
                releases.add(released);
            } else if (effect instanceof OriginEffect.Concluded concluded) {
                backlog.remove(concluded.lease().ticket());
            } else if (effect instanceof OriginEffect.Dropped dropped) {
                backlog.remove(dropped.ticket());
            }
        }
        return transition.effects();
    }

    List<OriginEffect> arrive(String site) {
        return arrive(site, 1);
    }

    List<OriginEffect> arrive(String site, int cost) {
        return apply(new OriginEvent.Arrived(request(site, cost)));
    }

    List<OriginEffect> report(OriginEffect.Released released, Outcome outcome) {
        return apply(new OriginEvent.Reported(released.lease().booking(), outcome));
    }

    List<OriginEffect> answer(OriginEffect.Released released, int status, OptionalLong retryAfterMicros) {
        return apply(new OriginEvent.Reported(
                released.lease().booking(),
                Outcome.FETCHED,
                OptionalInt.of(status),
                OptionalLong.empty(),
                retryAfterMicros));
    }

    List<OriginEffect> answer(OriginEffect.Released released, int status) {
        return answer(released, status, OptionalLong.empty());
    }

    List<OriginEffect> tick() {
        return apply(new OriginEvent.Tick());
    }

    /** Moves the clock without a tick. */
    TestOrigin at(double seconds) {
        now = micros(seconds);
        return this;
    }

    /** Ticks whenever the machine asked to be woken, up to and including that second. */
    List<OriginEffect> runTo(double seconds) {
        List<OriginEffect> effects = new ArrayList<>();
        long end = micros(seconds);
        while (wakeAt <= end) {
            now = Math.max(now, wakeAt);
            effects.addAll(tick());
        }
        now = end;
        return effects;
    }

    OriginEffect.Released lastRelease() {
        return releases.get(releases.size() - 1);
    }

    List<Double> releaseSeconds() {
        return releases.stream().map(TestOrigin::startSeconds).toList();
    }

    List<Double> releaseSeconds(String site) {
        return releases.stream()
                .filter(released -> siteOf(released).equals(site))
                .map(TestOrigin::startSeconds)
                .toList();
    }

    String siteOf(OriginEffect.Released released) {
        return state.lane(released.lease().ticket()).siteKey();
    }

    static <T extends OriginEffect> List<T> only(Class<T> kind, List<OriginEffect> effects) {
        return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    static long micros(double seconds) {
        return Math.round(seconds * ofSeconds(1));
    }

    private static double startSeconds(OriginEffect.Released released) {
        return released.slot().releaseAtMicros() / 1e6;
    }
}

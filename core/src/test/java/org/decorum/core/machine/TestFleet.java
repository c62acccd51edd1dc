package org.decorum.core.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.Policy;

/**
 * Several origins that send each other messages and requests. What one sends to another arrives in order, and when the test
 * says so. Every state goes through its bytes. Times are seconds.
 */
final class TestFleet {

    private record Mail(String from, String to, OriginEvent event) {}

    private final Policy policy;
    private final Map<String, TestOrigin> origins = new TreeMap<>();
    private final List<Mail> mail = new ArrayList<>();
    private double now = 1_000;

    TestFleet(Policy policy) {
        this.policy = policy;
    }

    TestOrigin origin(String key) {
        return origins.computeIfAbsent(key, unseen -> new TestOrigin(key, policy))
                .at(now);
    }

    TestFleet at(double seconds) {
        now = seconds;
        return this;
    }

    /** A request of a site comes to an origin. */
    List<OriginEffect> arrive(String siteKey, String originKey) {
        return apply(
                originKey, new OriginEvent.Arrived(TestOrigin.request(siteKey, 1), !siteKey.equals(originKey), false));
    }

    /** The home of a site reads an alias. */
    TestFleet alias(String siteKey, String originKey) {
        apply(siteKey, new OriginEvent.Remapped(originKey));
        return this;
    }

    List<OriginEffect> apply(String originKey, OriginEvent event) {
        TestOrigin origin = origin(originKey);
        List<OriginEffect> effects = origin.apply(event);
        origin.state = OriginState.fromBytes(origin.state.toBytes());
        for (OriginEffect effect : effects) {
            if (effect instanceof OriginEffect.Sent sent) {
                mail.add(new Mail(originKey, sent.to(), new OriginEvent.Received(sent.message())));
            } else if (effect instanceof OriginEffect.Moved moved) {
                send(
                        originKey,
                        Objects.requireNonNull(
                                origin.backlog.remove(moved.entry().ticket())),
                        moved);
            } else if (effect instanceof OriginEffect.Forwarded forwarded
                    && event instanceof OriginEvent.Arrived arrived) {
                mail.add(new Mail(
                        originKey,
                        forwarded.to(),
                        new OriginEvent.Arrived(
                                arrived.request(),
                                !forwarded.to().equals(arrived.request().siteKey()),
                                true)));
            }
        }
        return effects;
    }

    private void send(String from, Waiting request, OriginEffect.Moved moved) {
        Waiting sum = new Waiting(
                request.siteKey(),
                request.priority(),
                request.clues(),
                request.notBeforeMicros(),
                request.deadlineMicros(),
                moved.entry().after(request).attempt(),
                moved.entry().after(request).overloads());
        mail.add(new Mail(
                from, moved.to(), new OriginEvent.Arrived(sum, !moved.to().equals(sum.siteKey()), true)));
    }

    /** All mail arrives, and what follows from it. */
    TestFleet deliver() {
        while (!mail.isEmpty()) {
            Mail next = mail.remove(0);
            apply(next.to(), next.event());
        }
        return this;
    }

    /** The oldest mail of one origin to another arrives, before all other mail. */
    List<OriginEffect> deliver(String from, String to) {
        for (Mail one : mail) {
            if (one.from().equals(from) && one.to().equals(to)) {
                mail.remove(one);
                return apply(to, one.event());
            }
        }
        throw new IllegalStateException("no mail from " + from + " to " + to + ": " + mail);
    }

    /** The oldest mail of one origin to another arrives, and once more later. */
    void repeat(String from, String to) {
        Mail first = mail.stream()
                .filter(one -> one.from().equals(from) && one.to().equals(to))
                .findFirst()
                .orElseThrow();
        mail.add(mail.indexOf(first), first);
    }

    /** Everybody ticks as long as there is work, until that second; mail arrives at once. */
    TestFleet runTo(double seconds) {
        deliver();
        for (boolean worked = true; worked; ) {
            worked = false;
            for (Map.Entry<String, TestOrigin> one : List.copyOf(origins.entrySet())) {
                TestOrigin origin = one.getValue();
                if (origin.wakeAt <= TestOrigin.micros(seconds)) {
                    now = Math.max(now, origin.wakeAt / 1e6);
                    apply(one.getKey(), new OriginEvent.Tick());
                    worked = true;
                }
            }
            deliver();
        }
        return at(seconds);
    }

    List<Double> releases(String originKey) {
        return origin(originKey).releaseSeconds();
    }
}

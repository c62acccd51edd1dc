package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.CrawlDelay;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;

/** What holds of an origin after every event, told from its effects alone and without the machine's own arithmetic. */
final class OriginInvariants {

    private record Start(long atMicros, int cost, long restMicros, String site, long siteRestMicros) {}

    private final Timing timing;
    private final boolean cuts;
    private final Map<Long, Waiting> requests = new HashMap<>();
    private final Set<Long> waiting = new HashSet<>();
    private final Map<BookingId, Long> leased = new HashMap<>();
    private final List<Start> starts = new ArrayList<>();
    private final Map<String, Long> crawlDelays = new HashMap<>();
    private final Map<String, Long> finishes = new HashMap<>();
    private final HoldInvariants holds = new HoldInvariants();
    private final RunInvariants runs = new RunInvariants(holds);
    private int admitted;
    private int ended;

    /** Where policies allow no cut, every release is as early as it may be; with cuts it is no earlier. */
    OriginInvariants(Timing timing, boolean cuts) {
        this.timing = timing;
        this.cuts = cuts;
    }

    void check(OriginState state, OriginEvent event, List<OriginEffect> effects, long now, Policies policies) {
        if (event instanceof OriginEvent.RobotsRead robots) {
            crawlDelays.merge(robots.siteKey(), robots.crawlDelayMicros(), Math::max);
        }
        runs.check(event, effects, state, policies.of(TestOrigin.KEY).backoff().failureRun());
        holds.report(event);
        for (OriginEffect effect : effects) {
            if (effect instanceof OriginEffect.Admitted arrived && event instanceof OriginEvent.Arrived asked) {
                requests.put(arrived.ticket(), asked.request());
            }
            follow(effect, state, now, policies);
            holds.follow(effect, state);
        }
        holds.check(state);
        assertThat(state.waiting()).as("requests that wait").isEqualTo(waiting.size());
        checkBlocked(effects, policies);
        assertThat(state.leases().stream().map(Lease::booking))
                .as("leases")
                .containsExactlyInAnyOrderElementsOf(leased.keySet());
        assertThat(admitted).as("each request is in one place").isEqualTo(waiting.size() + leased.size() + ended);
        assertThat(state.leases().stream().map(Lease::deadlineMicros))
                .as("lease deadlines")
                .isSorted();
    }

    private void follow(OriginEffect effect, OriginState state, long now, Policies policies) {
        if (effect instanceof OriginEffect.Admitted arrived) {
            admitted++;
            assertThat(waiting.add(arrived.ticket())).as("a new ticket").isTrue();
        } else if (effect instanceof OriginEffect.Released released) {
            Lease lease = released.lease();
            assertThat(waiting.remove(lease.ticket()))
                    .as("only what waits is released")
                    .isTrue();
            assertThat(leased.put(lease.booking(), lease.ticket()))
                    .as("a new booking")
                    .isNull();
            String site = state.lane(lease.ticket()).siteKey();
            assertThat(policies.of(TestOrigin.KEY).access())
                    .as("access of origin")
                    .isEqualTo(Access.OPEN);
            assertThat(policies.of(site).access()).as("access of site").isEqualTo(Access.OPEN);
            start(released, state, now, policies.of(TestOrigin.KEY), policies.of(site));
        } else if (effect instanceof OriginEffect.Concluded concluded) {
            endLease(concluded.lease());
            finished(concluded.lease(), state, now);
            ended++;
        } else if (effect instanceof OriginEffect.Returned returned) {
            endLease(returned.lease());
            if (returned.cause() != ReturnCause.MISSED_SLOT) {
                finished(returned.lease(), state, now);
            }
            assertThat(waiting.add(returned.lease().ticket())).isTrue();
        } else if (effect instanceof OriginEffect.Dropped dropped) {
            ended++;
            if (leased.containsValue(dropped.ticket()) && dropped.cause() != RejectCause.ROBOTS_DISALLOWED) {
                finishes.merge(state.lane(dropped.ticket()).siteKey(), now, Math::max);
            }
            assertThat(waiting.remove(dropped.ticket()) || leased.values().remove(dropped.ticket()))
                    .as("only what waits or is leased is dropped")
                    .isTrue();
        }
    }

    /** What is blocked is given up, as long as a step may; nothing else is, as blocked. */
    private void checkBlocked(List<OriginEffect> effects, Policies policies) {
        long given = 0;
        for (OriginEffect effect : effects) {
            if (effect instanceof OriginEffect.Dropped dropped && dropped.cause() == RejectCause.POLICY_BLOCKED) {
                given++;
                assertThat(isBlocked(dropped.ticket(), policies)).as("blocked").isTrue();
            }
        }
        if (given < Booker.STEPS_MAX) {
            assertThat(waiting).as("waiting").noneMatch(ticket -> isBlocked(ticket, policies));
        }
    }

    private boolean isBlocked(long ticket, Policies policies) {
        String site = Objects.requireNonNull(requests.get(ticket)).siteKey();
        return policies.of(TestOrigin.KEY).access() == Access.BLOCKED
                || policies.of(site).access() == Access.BLOCKED;
    }

    private void endLease(Lease lease) {
        assertThat(leased.remove(lease.booking())).as("the lease that ends").isEqualTo(lease.ticket());
    }

    /** No report of a history says when it had ended: it is taken to be now, or its slot where that is still to come. */
    private void finished(Lease lease, OriginState state, long now) {
        finishes.merge(
                state.lane(lease.ticket()).siteKey(),
                Math.max(now, lease.booking().releaseAtMicros()),
                Math::max);
    }

    private void start(OriginEffect.Released released, OriginState state, long now, Policy origin, Policy lane) {
        String site = state.lane(released.lease().ticket()).siteKey();
        long at = released.slot().releaseAtMicros();
        Limit siteLimit = lane.site();
        long crawlDelay = lane.crawlDelay().obeyedMicros(crawlDelays.getOrDefault(site, 0L));
        long tolerance = crawlDelay > 0 ? 0 : siteLimit.toleranceMicros();
        long interval = Math.max(siteLimit.intervalMicros(), crawlDelay);

        long earliest = Math.max(now + timing.reachMicros(), holds.untilMicros(site));
        if (crawlDelay > 0 && lane.crawlDelay().counting() == CrawlDelay.Counting.FINISH_TO_START) {
            earliest = Math.max(earliest, finishes.getOrDefault(site, Long.MIN_VALUE / 2) + crawlDelay);
            assertThat(leased.values().stream()
                            .map(ticket -> state.lane(ticket).siteKey())
                            .filter(site::equals))
                    .as("requests of the site that are out")
                    .hasSize(1);
        }
        long rest = 0;
        long siteRest = 0;
        for (int before = starts.size() - 1; before >= 0; before--) {
            Start earlier = starts.get(before);
            rest += earlier.restMicros();
            earliest = Math.max(earliest, earlier.atMicros());
            earliest = Math.max(
                    earliest, earlier.atMicros() + rest - origin.origin().toleranceMicros());
            if (earlier.site().equals(site)) {
                siteRest += earlier.siteRestMicros();
                earliest = Math.max(earliest, earlier.atMicros() + siteRest - tolerance);
            }
        }
        // A limit that has become slower since the last start spaces the next one already.
        if (!origin.origin().allowsBursts()) {
            earliest = Math.max(earliest, spaced(starts, origin.origin().intervalMicros()));
        }
        if (tolerance == 0) {
            List<Start> ofSite =
                    starts.stream().filter(start -> start.site().equals(site)).toList();
            earliest = Math.max(earliest, spaced(ofSite, interval));
        }
        assertThat(at).as("not early").isGreaterThanOrEqualTo(earliest);
        if (!cuts) {
            assertThat(at).as("not late").isEqualTo(earliest);
        }
        assertThat(at).as("within the lead").isLessThanOrEqualTo(now + timing.leadMicros());
        assertThat(leased.size()).as("in flight").isLessThanOrEqualTo(origin.maxInFlight());
        assertThat(released.lease().attempt()).isBetween(1, origin.maxAttempts());
        Waiting request = Objects.requireNonNull(requests.get(released.lease().ticket()));
        assertThat(released.cost()).isEqualTo(request.clues().units().orElseThrow());
        assertThat(at).isBetween(request.notBeforeMicros(), request.deadlineMicros());
        starts.add(new Start(
                at,
                released.cost(),
                released.cost() * origin.origin().intervalMicros(),
                site,
                released.cost() * interval));
    }

    private static long spaced(List<Start> starts, long intervalMicros) {
        if (starts.isEmpty()) {
            return Long.MIN_VALUE;
        }
        Start last = starts.get(starts.size() - 1);
        return last.atMicros() + last.cost() * intervalMicros;
    }
}

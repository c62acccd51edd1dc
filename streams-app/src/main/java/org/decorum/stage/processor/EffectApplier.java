package org.decorum.stage.processor;

import java.util.HashSet;
import java.util.Set;
import org.decorum.core.backlog.LaneQueue;
import org.decorum.core.machine.Lease;
import org.decorum.core.machine.OriginEffect;
import org.decorum.core.machine.OriginEvent;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.RejectCause;
import org.decorum.core.machine.Transition;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;
import org.decorum.schema.AlertKind;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginHold;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.store.BacklogKey;
import org.decorum.stage.store.OriginStores;
import org.jspecify.annotations.Nullable;

/** Does what a decision asks for: the only place that writes a task's stores and emits its records. */
final class EffectApplier {

    /** Nothing is behind it but what the request itself says. */
    private static final LaneQueue.Entry FIRST = new LaneQueue.Entry(0, 1, 0);

    private final OriginStores stores;
    private final Policies policies;
    private final Outlet outlet;
    private final StageMeters meters;

    /** Origins whose backlog was full and has not fallen below half since: each is told of once, not with every request. */
    private final Set<String> full = new HashSet<>();

    EffectApplier(OriginStores stores, Policies policies, Outlet outlet, StageMeters meters) {
        this.stores = stores;
        this.policies = policies;
        this.outlet = outlet;
        this.meters = meters;
    }

    /** One decision: about whom, because of what, what arrived with it, the state that follows, and when. */
    record Decision(
            String originKey,
            OriginEvent event,
            @Nullable Arrival arrival,
            OriginState state,
            Payloads payloads,
            long nowMicros) {

        private @Nullable Integer status() {
            return event instanceof OriginEvent.Reported reported
                            && reported.status().isPresent()
                    ? reported.status().getAsInt()
                    : null;
        }
    }

    /** Stores the state that a decision led to, if it is worth that, and does what follows from it. */
    void apply(Decision decision, Transition transition) {
        if (transition.changed()) {
            stores.origins().put(decision.originKey(), transition.state());
        }
        transition.effects().forEach(effect -> apply(decision, effect));
    }

    /** A deferred request is due and arrives next. */
    void recalled(BacklogKey key) {
        stores.deferred().delete(key);
    }

    private void apply(Decision decision, OriginEffect effect) {
        if (effect instanceof OriginEffect.Admitted admitted) {
            decision.payloads().store(admitted.ticket(), arrived(decision).request());
            noteAdmitted(decision);
            if (!arrived(decision).isMoved()) {
                meters.requestAdmitted();
            }
        } else if (effect instanceof OriginEffect.Deferred deferred) {
            Arrival arrival = arrived(decision);
            stores.deferred()
                    .put(
                            new BacklogKey(decision.originKey(), deferred.untilMicros(), arrival.offset()),
                            arrival.request());
        } else if (effect instanceof OriginEffect.Refused refused) {
            reject(decision, arrived(decision).request(), 0, refused.cause(), refused.detail());
        } else if (effect instanceof OriginEffect.Parked parked) {
            park(decision, parked.detail());
        } else if (effect instanceof OriginEffect.Released released) {
            release(decision, released);
        } else if (effect instanceof OriginEffect.Concluded concluded) {
            outlet.decision(about(decision, DecisionKind.CONCLUDED, concluded.lease())
                    .setOutcome(concluded.outcome().name())
                    .setStatus(decision.status())
                    .build());
            decision.payloads().delete(concluded.lease().ticket());
        } else if (effect instanceof OriginEffect.Returned returned) {
            meters.returned(returned.cause());
            outlet.decision(about(decision, DecisionKind.RETURNED, returned.lease())
                    .setOutcome(returned.cause().name())
                    .setStatus(decision.status())
                    .build());
        } else if (effect instanceof OriginEffect.Dropped dropped) {
            drop(decision, dropped);
        } else if (effect instanceof OriginEffect.Stale) {
            meters.staleFeedback();
        } else if (effect instanceof OriginEffect.Held held) {
            hold(decision, held);
        } else if (effect instanceof OriginEffect.RetryAfterCapped capped) {
            retryAfterCapped(decision, capped);
        } else if (effect instanceof OriginEffect.Forwarded forwarded) {
            move(arrived(decision).request(), forwarded.to(), FIRST);
        } else if (effect instanceof OriginEffect.Moved moved) {
            moveWaiting(decision, moved);
        } else if (effect instanceof OriginEffect.Sent sent) {
            outlet.move(sent.to(), OriginMessages.record(sent.to(), sent.message()));
        } else if (effect instanceof OriginEffect.LaneGiven given) {
            outlet.decision(row(decision, DecisionKind.LANE_GIVEN)
                    .setSiteKey(given.siteKey())
                    .setOutcome(given.to())
                    .build());
        } else if (effect instanceof OriginEffect.LaneTaken taken) {
            outlet.decision(row(decision, DecisionKind.LANE_TAKEN)
                    .setSiteKey(taken.siteKey())
                    .build());
        } else if (effect instanceof OriginEffect.ClockJumped jumped) {
            clockJumped(decision, jumped);
        } else if (effect instanceof OriginEffect.Forgotten forgotten) {
            forget(decision, forgotten);
        } else {
            throw new IllegalStateException("effect: " + effect + " (expected: one that is known here)");
        }
    }

    private void noteAdmitted(Decision decision) {
        long before = decision.state().waitingAndDeferred() - 1;
        if (2 * before < policies.of(decision.originKey()).backlogMax()) {
            full.remove(decision.originKey());
        }
    }

    /** The policy of an origin, or of a site of it, has changed. */
    void policyChanged(String originKey, OriginState state, long nowMicros) {
        Policy policy = policies.of(originKey);
        outlet.decision(OutputRecords.decision(DecisionKind.POLICY_CHANGED, originKey, state, policy, nowMicros)
                .build());
    }

    private void release(Decision decision, OriginEffect.Released released) {
        KeyedRequest request = decision.payloads().request(released.lease().ticket());
        if (request == null) {
            throw new IllegalStateException(
                    "a release of ticket " + released.lease().ticket() + " of " + decision.originKey()
                            + " (expected: a request that the backlog holds)");
        }
        outlet.release(OutputRecords.release(request, released, decision.nowMicros()));
        decision.payloads().released(released.lease().ticket(), request);
        long waitMicros = decision.nowMicros() - Micros.of(request.getReceivedAt());
        meters.released(released.cost(), Math.max(0, waitMicros));
        outlet.decision(about(decision, DecisionKind.BOOKED, released.lease())
                .setCost(released.cost())
                .setReleaseAt(Micros.toInstant(released.slot().releaseAtMicros()))
                .setExpiresAt(Micros.toInstant(released.slot().expiresAtMicros()))
                .setIntervalMicros(released.intervalMicros())
                .build());
    }

    private void drop(Decision decision, OriginEffect.Dropped dropped) {
        KeyedRequest request = decision.payloads().request(dropped.ticket());
        if (request == null) {
            alert(decision, AlertKind.STATE_CORRUPT, dropped.detail());
            return;
        }
        int attempt = Math.max(dropped.attempt(), request.getAttempt());
        reject(decision, request, attempt, dropped.cause(), dropped.detail());
        decision.payloads().delete(dropped.ticket());
    }

    private void moveWaiting(Decision decision, OriginEffect.Moved moved) {
        long ticket = moved.entry().ticket();
        KeyedRequest request = decision.payloads().request(ticket);
        if (request == null) {
            alert(decision, AlertKind.STATE_CORRUPT, "the backlog does not hold ticket " + ticket);
            return;
        }
        move(request, moved.to(), moved.entry());
        decision.payloads().delete(ticket);
    }

    private void move(KeyedRequest request, String to, LaneQueue.Entry entry) {
        outlet.move(to, OriginMessages.moved(request, to, entry));
        meters.requestMoved();
    }

    private void reject(Decision decision, KeyedRequest request, int attempt, RejectCause cause, String detail) {
        CrawlRejected rejected = OutputRecords.rejected(request, attempt, cause, detail, decision.nowMicros());
        outlet.rejected(rejected);
        meters.rejected(rejected.getReason());
        outlet.decision(row(decision, DecisionKind.REJECTED)
                .setSiteKey(request.getSiteKey())
                .setRequestId(request.getRequestId())
                .setAttempt(attempt)
                .setOutcome(cause.name())
                .build());
        if (cause == RejectCause.BACKLOG_FULL) {
            noteFull(decision, detail);
        }
        if (cause == RejectCause.ATTEMPTS_EXHAUSTED) {
            alert(decision, AlertKind.ATTEMPTS_EXHAUSTED, request.getUrl() + ": " + detail);
        }
    }

    private void park(Decision decision, String detail) {
        KeyedRequest request = arrived(decision).request();
        outlet.parked(decision.originKey(), OutputRecords.parked(request));
        meters.requestParked();
        outlet.decision(row(decision, DecisionKind.PARKED)
                .setSiteKey(request.getSiteKey())
                .setRequestId(request.getRequestId())
                .setOutcome(RejectCause.BACKLOG_FULL.name())
                .build());
        noteFull(decision, detail);
    }

    private void noteFull(Decision decision, String detail) {
        if (full.add(decision.originKey())) {
            alert(decision, AlertKind.BACKLOG_FULL, detail);
        }
    }

    private void alert(Decision decision, AlertKind kind, String detail) {
        outlet.alert(new CrawlAlert(decision.originKey(), kind, detail, Micros.toInstant(decision.nowMicros())));
        meters.alerted(kind);
    }

    /** Where only a lane is held, the new epoch alone stops what was released; the other lanes may go on at once. */
    private void hold(Decision decision, OriginEffect.Held held) {
        String cause = held.cause().name();
        publishHold(decision, decision.state().holdUntilMicros(), held.epoch(), cause);
        outlet.decision(row(decision, DecisionKind.HELD)
                .setSiteKey(held.siteKey().orElse(null))
                .setReleaseAt(Micros.toInstant(held.untilMicros()))
                .setOutcome(cause)
                .build());
        meters.held(held.cause());
    }

    private void retryAfterCapped(Decision decision, OriginEffect.RetryAfterCapped capped) {
        alert(
                decision,
                AlertKind.RETRY_AFTER_CAPPED,
                capped.siteKey() + " asked for " + seconds(capped.askedMicros()) + ", and is left alone for "
                        + seconds(capped.capMicros()) + ", the policy's longest");
    }

    private static String seconds(long micros) {
        return micros == Long.MAX_VALUE
                ? "over " + micros / Micros.PER_SECOND + " s"
                : micros / Micros.PER_SECOND + " s";
    }

    /** The fetchers may know a hold of the wrong clock, and releases of it. */
    private void clockJumped(Decision decision, OriginEffect.ClockJumped jumped) {
        alert(
                decision,
                AlertKind.CLOCK_JUMP,
                "a clock was " + jumped.aheadMicros() / Micros.PER_SECOND + " s ahead of this one");
        publishHold(decision, jumped.untilMicros(), jumped.epoch(), AlertKind.CLOCK_JUMP.name());
    }

    private void publishHold(Decision decision, long untilMicros, long epoch, String cause) {
        outlet.hold(
                decision.originKey(),
                OriginHold.newBuilder()
                        .setOriginKey(decision.originKey())
                        .setEpoch(epoch)
                        .setHoldUntil(Micros.toInstant(Math.max(untilMicros, decision.nowMicros())))
                        .setCause(cause)
                        .setHeldAt(Micros.toInstant(decision.nowMicros()))
                        .build());
    }

    private void forget(Decision decision, OriginEffect.Forgotten forgotten) {
        stores.origins().delete(decision.originKey());
        full.remove(decision.originKey());
        outlet.decision(row(decision, DecisionKind.FORGOTTEN).build());
        if (forgotten.epoch() > 0) {
            // The origin starts again at epoch 0; a hold that stayed would stop it for ever.
            outlet.hold(decision.originKey(), null);
        }
    }

    private CrawlDecision.Builder about(Decision decision, DecisionKind kind, Lease lease) {
        KeyedRequest request = decision.payloads().request(lease.ticket());
        CrawlDecision.Builder row =
                row(decision, kind).setBookingId(lease.booking().toString()).setAttempt(lease.attempt());
        return request == null ? row : row.setSiteKey(request.getSiteKey()).setRequestId(request.getRequestId());
    }

    private CrawlDecision.Builder row(Decision decision, DecisionKind kind) {
        Policy policy = policies.of(decision.originKey());
        return OutputRecords.decision(kind, decision.originKey(), decision.state(), policy, decision.nowMicros());
    }

    private static Arrival arrived(Decision decision) {
        Arrival arrival = decision.arrival();
        if (arrival == null) {
            throw new IllegalStateException("an arrival's effect without an arrival at " + decision.originKey());
        }
        return arrival;
    }
}

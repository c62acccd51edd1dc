package org.decorum.stage.processor;

import java.util.Optional;
import org.decorum.core.backlog.Ticket;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.machine.Learned;
import org.decorum.core.machine.Lease;
import org.decorum.core.machine.OriginEffect;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.RejectCause;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.RejectReason;

/** Words for effects: the records that tell others what was decided. */
final class OutputRecords {

    private OutputRecords() {}

    static CrawlRelease release(KeyedRequest request, OriginEffect.Released released, long nowMicros) {
        Lease lease = released.lease();
        return CrawlRelease.newBuilder()
                .setBookingId(lease.booking().toString())
                .setRequestId(request.getRequestId())
                .setUrl(request.getUrl())
                .setOriginKey(request.getOriginKey())
                .setSiteKey(request.getSiteKey())
                .setAttempt(lease.attempt())
                .setEpoch(released.epoch())
                .setReleaseAt(Micros.toInstant(released.slot().releaseAtMicros()))
                .setExpiresAt(Micros.toInstant(released.slot().expiresAtMicros()))
                .setMinGapMicros(released.minGapMicros())
                .setInFlightMax(released.inFlightMax())
                .setCost(released.cost())
                .setCostRule(released.costRule())
                .setReleasedAt(Micros.toInstant(nowMicros))
                .setMetadata(request.getMetadata())
                .setPriority(Ticket.priority(lease.ticket()))
                .setKind(request.getKind())
                .setRedirects(request.getRedirects())
                .build();
    }

    static CrawlRejected rejected(KeyedRequest request, int attempt, RejectCause cause, String detail, long nowMicros) {
        return CrawlRejected.newBuilder()
                .setReason(reason(cause))
                .setDetail(detail)
                .setRequestId(request.getRequestId())
                .setUrl(request.getUrl())
                .setOriginKey(request.getOriginKey())
                .setSiteKey(request.getSiteKey())
                .setAttempt(attempt)
                .setRejectedAt(Micros.toInstant(nowMicros))
                .setMetadata(request.getMetadata())
                .build();
    }

    /** What its publisher had written, with the id that the stage knows it by. */
    static CrawlRequest parked(KeyedRequest request) {
        return CrawlRequest.newBuilder()
                .setUrl(request.getUrl())
                .setRequestId(request.getRequestId())
                .setPriority(request.getPriority())
                .setCost(request.getCost())
                .setKind(request.getKind())
                .setNotBefore(request.getNotBefore())
                .setDeadline(request.getDeadline())
                .setMetadata(request.getMetadata())
                .setRedirects(request.getRedirects())
                .build();
    }

    /** A decision with what every decision tells; the caller adds what this one is about. */
    static CrawlDecision.Builder decision(
            DecisionKind kind, String originKey, OriginState state, Policy policy, long nowMicros) {
        boolean held = state.holdUntilMicros() > nowMicros;
        Optional<Learned> learned = state.learned(policy);
        return CrawlDecision.newBuilder()
                .setDecidedAt(Micros.toInstant(nowMicros))
                .setKind(kind)
                .setOriginKey(originKey)
                .setIntervalMicros(state.limit(policy).intervalMicros())
                .setInFlightMax(learned.map(Learned::inFlightMax).orElse(null))
                .setNormalLatencyMicros(learned.map(Learned::normalMicros)
                        .filter(micros -> micros > 0)
                        .orElse(null))
                .setEpoch(state.epoch())
                .setWaiting(state.waiting())
                .setInFlight(state.inFlight())
                .setHoldUntil(held ? Micros.toInstant(state.holdUntilMicros()) : null)
                .setHoldCause(held ? state.holdCause().map(HoldCause::name).orElse(null) : null);
    }

    private static RejectReason reason(RejectCause cause) {
        return switch (cause) {
            case BACKLOG_FULL -> RejectReason.BACKLOG_FULL;
            case DEADLINE_PASSED -> RejectReason.DEADLINE_PASSED;
            case ATTEMPTS_EXHAUSTED -> RejectReason.ATTEMPTS_EXHAUSTED;
            case POLICY_BLOCKED -> RejectReason.POLICY_BLOCKED;
            case ROBOTS_DISALLOWED -> RejectReason.ROBOTS_DISALLOWED;
            case STATE_CORRUPT -> RejectReason.STATE_CORRUPT;
        };
    }
}

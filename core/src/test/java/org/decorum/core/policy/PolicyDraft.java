package org.decorum.core.policy;

import java.util.OptionalLong;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/** A policy under construction: {@link Policy#POLITE} but for what a test says. */
public final class PolicyDraft {

    private Limit origin = Policy.POLITE.origin();
    private Limit site = Policy.POLITE.site();
    private OptionalLong slotMicros = OptionalLong.empty();
    private int maxInFlight = Policy.POLITE.maxInFlight();
    private int maxAttempts = Policy.POLITE.maxAttempts();
    private long leaseTimeoutMicros = Policy.POLITE.leaseTimeoutMicros();
    private int backlogMax = Policy.POLITE.backlogMax();
    private long retentionMicros = Policy.POLITE.retentionMicros();
    private int weight = 1;
    private BackoffPolicy backoff = BackoffPolicy.DEFAULT;
    private Access access = Access.OPEN;

    public static PolicyDraft every(long seconds) {
        return limit(Limit.every(Micros.ofSeconds(seconds)));
    }

    public static PolicyDraft limit(Limit limit) {
        return new PolicyDraft().origin(limit).site(limit);
    }

    public PolicyDraft origin(Limit value) {
        origin = value;
        return this;
    }

    public PolicyDraft site(Limit value) {
        site = value;
        return this;
    }

    public PolicyDraft slotMicros(long value) {
        slotMicros = OptionalLong.of(value);
        return this;
    }

    public PolicyDraft maxInFlight(int value) {
        maxInFlight = value;
        return this;
    }

    public PolicyDraft maxAttempts(int value) {
        maxAttempts = value;
        return this;
    }

    public PolicyDraft leaseTimeoutMicros(long value) {
        leaseTimeoutMicros = value;
        return this;
    }

    public PolicyDraft backlogMax(int value) {
        backlogMax = value;
        return this;
    }

    public PolicyDraft retentionMicros(long value) {
        retentionMicros = value;
        return this;
    }

    public PolicyDraft weight(int value) {
        weight = value;
        return this;
    }

    public PolicyDraft backoff(BackoffPolicy value) {
        backoff = value;
        return this;
    }

    public PolicyDraft access(Access value) {
        access = value;
        return this;
    }

    public Policy policy() {
        return new Policy(
                origin,
                site,
                slotMicros,
                maxInFlight,
                maxAttempts,
                leaseTimeoutMicros,
                backlogMax,
                retentionMicros,
                weight,
                backoff,
                access);
    }
}

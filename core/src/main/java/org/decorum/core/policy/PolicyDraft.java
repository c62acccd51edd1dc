package org.decorum.core.policy;

import java.util.OptionalLong;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/** A policy under construction: another one but for what is said. */
public final class PolicyDraft {

    private Limit origin;
    private Limit site;
    private long intervalMaxMicros;
    private OptionalLong intervalStartMicros;
    private boolean isAdaptive;
    private OptionalLong slotMicros;
    private int maxInFlight;
    private int maxAttempts;
    private long leaseTimeoutMicros;
    private int backlogMax;
    private BacklogFull backlogFull;
    private long retentionMicros;
    private int priority;
    private int weight;
    private boolean missesOnly;
    private CrawlDelay crawlDelay;
    private CostRules costs;
    private BackoffPolicy backoff;
    private Access access;

    /** {@link Policy#POLITE} for a start. */
    public PolicyDraft() {
        this(Policy.POLITE);
    }

    private PolicyDraft(Policy base) {
        this.origin = base.origin();
        this.site = base.site();
        this.intervalMaxMicros = base.intervalMaxMicros();
        this.intervalStartMicros = base.intervalStartMicros();
        this.isAdaptive = base.isAdaptive();
        this.slotMicros = base.slotMicros();
        this.maxInFlight = base.maxInFlight();
        this.maxAttempts = base.maxAttempts();
        this.leaseTimeoutMicros = base.leaseTimeoutMicros();
        this.backlogMax = base.backlogMax();
        this.backlogFull = base.backlogFull();
        this.retentionMicros = base.retentionMicros();
        this.priority = base.priority();
        this.weight = base.weight();
        this.missesOnly = base.missesOnly();
        this.crawlDelay = base.crawlDelay();
        this.costs = base.costs();
        this.backoff = base.backoff();
        this.access = base.access();
    }

    public static PolicyDraft of(Policy base) {
        return new PolicyDraft(base);
    }

    /** {@link Policy#POLITE} with one request each so many seconds. */
    public static PolicyDraft every(long seconds) {
        return limit(Limit.every(Micros.ofSeconds(seconds)));
    }

    /** {@link Policy#POLITE} with a limit for the origin and each of its sites. */
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

    public PolicyDraft intervalMaxMicros(long value) {
        intervalMaxMicros = value;
        return this;
    }

    public PolicyDraft intervalStartMicros(long value) {
        intervalStartMicros = OptionalLong.of(value);
        return this;
    }

    public PolicyDraft adaptive(boolean value) {
        isAdaptive = value;
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

    public PolicyDraft backlogFull(BacklogFull value) {
        backlogFull = value;
        return this;
    }

    public PolicyDraft retentionMicros(long value) {
        retentionMicros = value;
        return this;
    }

    public PolicyDraft priority(int value) {
        priority = value;
        return this;
    }

    public PolicyDraft weight(int value) {
        weight = value;
        return this;
    }

    public PolicyDraft missesOnly(boolean value) {
        missesOnly = value;
        return this;
    }

    public PolicyDraft crawlDelay(CrawlDelay value) {
        crawlDelay = value;
        return this;
    }

    public PolicyDraft costs(CostRules value) {
        costs = value;
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

    /**
     * The policy as it stands.
     *
     * @throws IllegalArgumentException if a field is out of its range
     */
    public Policy policy() {
        return new Policy(
                origin,
                site,
                intervalMaxMicros,
                intervalStartMicros,
                isAdaptive,
                slotMicros,
                maxInFlight,
                maxAttempts,
                leaseTimeoutMicros,
                backlogMax,
                backlogFull,
                retentionMicros,
                priority,
                weight,
                missesOnly,
                crawlDelay,
                costs,
                backoff,
                access);
    }
}

package org.decorum.stage.policy;

import java.util.List;
import org.apache.avro.Schema.Field;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.BacklogFull;
import org.decorum.core.policy.CostRule;
import org.decorum.core.policy.CostRules;
import org.decorum.core.policy.CrawlDelay;
import org.decorum.core.policy.CrawlDelay.Counting;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.policy.PolicyLimits;
import org.decorum.core.rate.Limit;
import org.decorum.schema.OriginPolicy;
import org.jspecify.annotations.Nullable;

/** Makes of records, which leave fields out, the policy that is in force. */
final class PolicyCompiler {

    private PolicyCompiler() {}

    /**
     * What a record says, and where it says nothing, what a less specific one does. A site's interval is the origin's
     * unless a record that is at least as specific as the origin's says otherwise.
     */
    static OriginPolicy over(OriginPolicy specific, OriginPolicy wider) {
        OriginPolicy both = new OriginPolicy();
        for (Field field : both.getSchema().getFields()) {
            Object value = specific.get(field.pos());
            both.put(field.pos(), value == null ? wider.get(field.pos()) : value);
        }
        if (specific.getIntervalMicros() != null) {
            both.setSiteIntervalMicros(specific.getSiteIntervalMicros());
        }
        return both;
    }

    /** A record that {@link PolicyCheck} has nothing to say against, over what is in force without it. */
    static Policy compile(OriginPolicy policy, Policy base) {
        PolicyDraft draft = PolicyDraft.of(base);
        pace(policy, base, draft);
        draft.intervalMaxMicros(or(policy.getIntervalMaxMicros(), base.intervalMaxMicros()));
        if (policy.getIntervalStartMicros() != null) {
            draft.intervalStartMicros(policy.getIntervalStartMicros());
        }
        if (policy.getSlotMicros() != null) {
            draft.slotMicros(policy.getSlotMicros());
        }
        return draft.maxInFlight(or(policy.getMaxInFlight(), base.maxInFlight()))
                .maxAttempts(or(policy.getMaxAttempts(), base.maxAttempts()))
                .leaseTimeoutMicros(or(policy.getLeaseTimeoutMicros(), base.leaseTimeoutMicros()))
                .backlogMax(or(policy.getBacklogMax(), base.backlogMax()))
                .backlogFull(backlogFull(policy, base.backlogFull()))
                .retentionMicros(or(policy.getRetentionMicros(), base.retentionMicros()))
                .priority(or(policy.getPriority(), base.priority()))
                .weight(or(policy.getWeight(), base.weight()))
                .adaptive(or(policy.getAdaptive(), base.isAdaptive()))
                .missesOnly(or(policy.getMissesOnly(), base.missesOnly()))
                .crawlDelay(crawlDelay(policy, base.crawlDelay()))
                .costs(policy.getCostRules() == null ? base.costs() : costs(policy.getCostRules()))
                .backoff(backoff(policy, base.backoff()))
                .access(access(policy))
                .policy();
    }

    /**
     * The rules of a record.
     *
     * @throws IllegalArgumentException if one of them cannot be meant
     */
    static CostRules costs(List<org.decorum.schema.CostRule> records) {
        return new CostRules(records.stream()
                .map(rule -> new CostRule(
                        rule.getKind(), rule.getPath(), rule.getQuery(), rule.getContentType(), rule.getCost()))
                .toList());
    }

    private static void pace(OriginPolicy policy, Policy base, PolicyDraft draft) {
        int burst = or(policy.getBurst(), 1);
        boolean silent = policy.getIntervalMicros() == null && policy.getBurst() == null;
        Limit origin = silent
                ? base.origin()
                : limit(or(policy.getIntervalMicros(), base.origin().intervalMicros()), burst);
        draft.origin(origin);
        if (policy.getSiteIntervalMicros() != null) {
            draft.site(limit(policy.getSiteIntervalMicros(), burst));
        } else if (!silent) {
            draft.site(origin);
        }
    }

    /** A burst from one record and an interval from another may exceed what tau can be: then the burst is smaller. */
    private static Limit limit(long intervalMicros, int burst) {
        long most = 1 + PolicyLimits.TIME_MAX_MICROS / intervalMicros;
        return Limit.burst(intervalMicros, (int) Math.min(burst, most));
    }

    private static BacklogFull backlogFull(OriginPolicy policy, BacklogFull base) {
        return policy.getBacklogFull() == null
                ? base
                : switch (policy.getBacklogFull()) {
                    case REJECT_NEW -> BacklogFull.REJECT_NEW;
                    case DROP_LOWEST_PRIORITY -> BacklogFull.DROP_LOWEST_PRIORITY;
                    case PARK -> BacklogFull.PARK;
                };
    }

    private static CrawlDelay crawlDelay(OriginPolicy policy, CrawlDelay base) {
        Counting counting = policy.getCrawlDelay() == null
                ? base.counting()
                : switch (policy.getCrawlDelay()) {
                    case START_TO_START -> Counting.START_TO_START;
                    case FINISH_TO_START -> Counting.FINISH_TO_START;
                    case IGNORE -> Counting.IGNORE;
                };
        return new CrawlDelay(counting, or(policy.getCrawlDelayMaxMicros(), base.maxMicros()));
    }

    /** A cap from one record may be below the first pause of another: then every pause is the first. */
    private static BackoffPolicy backoff(OriginPolicy policy, BackoffPolicy base) {
        long initial = or(policy.getBackoffInitialMicros(), base.initialMicros());
        return new BackoffPolicy(
                initial,
                Math.max(initial, or(policy.getBackoffCapMicros(), base.capMicros())),
                or(policy.getRetryAfterCapMicros(), base.retryAfterCapMicros()),
                or(policy.getBackoffQuietMicros(), base.quietMicros()),
                or(policy.getFailureRun(), base.failureRun()));
    }

    private static Access access(OriginPolicy policy) {
        if (Boolean.TRUE.equals(policy.getBlocked())) {
            return Access.BLOCKED;
        }
        return Boolean.TRUE.equals(policy.getPaused()) ? Access.PAUSED : Access.OPEN;
    }

    private static long or(@Nullable Long value, long otherwise) {
        return value == null ? otherwise : value;
    }

    private static boolean or(@Nullable Boolean value, boolean otherwise) {
        return value == null ? otherwise : value;
    }

    private static int or(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }
}

package org.decorum.stage.processor;

import java.util.OptionalLong;
import org.apache.avro.Schema.Field;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.schema.OriginPolicy;
import org.jspecify.annotations.Nullable;

/** Makes of records, which leave fields out, the policy that is in force. */
final class PolicyCompiler {

    private PolicyCompiler() {}

    /** What a record says, and where it says nothing, what a less specific one does. */
    static OriginPolicy over(OriginPolicy specific, OriginPolicy wider) {
        OriginPolicy both = new OriginPolicy();
        for (Field field : both.getSchema().getFields()) {
            Object value = specific.get(field.pos());
            both.put(field.pos(), value == null ? wider.get(field.pos()) : value);
        }
        return both;
    }

    /**
     * A record over the stage's default.
     *
     * @throws IllegalArgumentException if a field is out of its range
     */
    static Policy compile(OriginPolicy policy, Policy base) {
        int burst = policy.getBurst() == null ? 1 : policy.getBurst();
        Limit origin = policy.getIntervalMicros() == null && policy.getBurst() == null
                ? base.origin()
                : limit(or(policy.getIntervalMicros(), base.origin().intervalMicros()), burst);
        Limit site = policy.getSiteIntervalMicros() == null ? origin : limit(policy.getSiteIntervalMicros(), burst);
        return new Policy(
                origin,
                site,
                policy.getSlotMicros() == null ? base.slotMicros() : OptionalLong.of(policy.getSlotMicros()),
                or(policy.getMaxInFlight(), base.maxInFlight()),
                or(policy.getMaxAttempts(), base.maxAttempts()),
                or(policy.getLeaseTimeoutMicros(), base.leaseTimeoutMicros()),
                or(policy.getBacklogMax(), base.backlogMax()),
                or(policy.getRetentionMicros(), base.retentionMicros()),
                or(policy.getWeight(), base.weight()),
                base.backoff(),
                access(policy));
    }

    /** A burst from one record and an interval from another may exceed what tau can be: then the burst is smaller. */
    private static Limit limit(long intervalMicros, int burst) {
        long most = 1 + Policy.INTERVAL_MAX_MICROS / Math.max(1, intervalMicros);
        return Limit.burst(intervalMicros, (int) Math.min(burst, most));
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

    private static int or(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }
}

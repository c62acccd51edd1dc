package org.decorum.stage.processor;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.schema.OriginPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The policies in force on this instance, by origin or site key; a key that none describes has the default. One thread
 * writes, every task reads, and is told of the keys that changed.
 */
public final class PolicyBook implements Policies {

    private final Policy defaultPolicy;
    private final ConcurrentHashMap<String, Policy> policies = new ConcurrentHashMap<>();
    private final Set<Reader> readers = ConcurrentHashMap.newKeySet();

    public PolicyBook(Policy defaultPolicy) {
        this.defaultPolicy = defaultPolicy;
    }

    @Override
    public Policy of(String key) {
        return policies.getOrDefault(key, defaultPolicy);
    }

    /**
     * Puts a policy in force; null puts the default in force again.
     *
     * @throws IllegalArgumentException if the policy contradicts itself; the one in force stays
     */
    public void set(String key, @Nullable OriginPolicy policy) {
        if (policy == null) {
            policies.remove(key);
        } else {
            policies.put(key, compile(policy));
        }
        readers.forEach(reader -> reader.changed.add(key));
    }

    /** The changes from now on. */
    public Reader reader() {
        Reader reader = new Reader();
        readers.add(reader);
        return reader;
    }

    /** One reader's view of the changes. */
    public final class Reader implements AutoCloseable {

        private final Queue<String> changed = new ConcurrentLinkedQueue<>();

        private Reader() {}

        /** Tells of each change once. */
        public void forEachChange(Consumer<String> action) {
            for (String key = changed.poll(); key != null; key = changed.poll()) {
                action.accept(key);
            }
        }

        @Override
        public void close() {
            readers.remove(this);
        }
    }

    private Policy compile(OriginPolicy policy) {
        Policy base = defaultPolicy;
        int burst = policy.getBurst() == null ? 1 : policy.getBurst();
        Limit origin = policy.getIntervalMicros() == null && policy.getBurst() == null
                ? base.origin()
                : Limit.burst(or(policy.getIntervalMicros(), base.origin().intervalMicros()), burst);
        Limit site =
                policy.getSiteIntervalMicros() == null ? origin : Limit.burst(policy.getSiteIntervalMicros(), burst);
        return new Policy(
                origin,
                site,
                policy.getSlotMicros() == null ? base.slotMicros() : java.util.OptionalLong.of(policy.getSlotMicros()),
                (int) or(asLong(policy.getMaxInFlight()), base.maxInFlight()),
                (int) or(asLong(policy.getMaxAttempts()), base.maxAttempts()),
                or(policy.getLeaseTimeoutMicros(), base.leaseTimeoutMicros()),
                (int) or(asLong(policy.getBacklogMax()), base.backlogMax()),
                or(policy.getRetentionMicros(), base.retentionMicros()),
                (int) or(asLong(policy.getWeight()), base.weight()),
                base.backoff());
    }

    private static @Nullable Long asLong(@Nullable Integer value) {
        return value == null ? null : value.longValue();
    }

    private static long or(@Nullable Long value, long otherwise) {
        return value == null ? otherwise : value;
    }
}

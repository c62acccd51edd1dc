package org.decorum.stage.processor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyKey;
import org.decorum.schema.OriginPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The policies in force on this instance. For each field the most specific record that says something counts, see
 * {@link PolicyKey#candidates}; where none does, the default. One thread writes, every task reads, and is told of the
 * keys that changed.
 */
public final class PolicyBook implements Policies {

    /** Compiled policies that are kept; when there are more, all are made anew as they are asked for. */
    static final int COMPILED_MAX = 50_000;

    private final Policy defaultPolicy;
    private final ConcurrentHashMap<String, OriginPolicy> records = new ConcurrentHashMap<>();
    private final KeyChanges changes = new KeyChanges(() -> {});
    private volatile boolean hasPatterns;

    /**
     * What {@link #of} answered since the last change. A change puts a new map here after it is made, so that what was
     * compiled before it can only be kept in a map that nobody asks any more.
     */
    private volatile Map<String, Policy> compiled = new ConcurrentHashMap<>();

    public PolicyBook(Policy defaultPolicy) {
        this.defaultPolicy = defaultPolicy;
    }

    @Override
    public Policy of(String key) {
        Map<String, Policy> kept = compiled;
        Policy policy = kept.get(key);
        if (policy != null) {
            return policy;
        }
        if (!hasPatterns && !records.containsKey(key)) {
            return defaultPolicy;
        }
        policy = compile(key);
        if (kept.size() < COMPILED_MAX) {
            kept.put(key, policy);
        } else {
            compiled = new ConcurrentHashMap<>();
        }
        return policy;
    }

    /**
     * Puts a record in force under a canonical {@link PolicyKey}; null takes it away.
     *
     * @throws IllegalArgumentException if the policy contradicts itself; the one in force stays
     */
    public void set(String key, @Nullable OriginPolicy policy) {
        if (policy == null) {
            records.remove(key);
        } else {
            PolicyCompiler.compile(policy, defaultPolicy);
            records.put(key, policy);
        }
        if (PolicyKey.isPattern(key)) {
            hasPatterns = records.keySet().stream().anyMatch(PolicyKey::isPattern);
        }
        compiled = new ConcurrentHashMap<>();
        changes.tell(List.of(key));
    }

    /** The record under exactly this key. */
    public Optional<OriginPolicy> record(String key) {
        return Optional.ofNullable(records.get(key));
    }

    /** The keys of all records that speak of an origin or site, the most specific first. */
    public List<String> speakingOf(String key) {
        return PolicyKey.candidates(key).stream().filter(records::containsKey).toList();
    }

    /** The keys of all records. */
    public List<String> keys() {
        return records.keySet().stream().sorted().toList();
    }

    private Policy compile(String key) {
        return PolicyKey.candidates(key).stream()
                .map(records::get)
                .filter(record -> record != null)
                .reduce(PolicyCompiler::over)
                .map(record -> PolicyCompiler.compile(record, defaultPolicy))
                .orElse(defaultPolicy);
    }

    /** The changes from now on. */
    public KeyChanges.Reader reader() {
        return changes.reader();
    }
}

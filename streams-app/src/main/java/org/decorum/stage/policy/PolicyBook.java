package org.decorum.stage.policy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.origin.OriginKind;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyKey;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.table.KeyChanges;
import org.jspecify.annotations.Nullable;

/**
 * The policies in force on this instance. Each field is as the first of these says that says something:
 *
 * <ol>
 *   <li>the records, the most specific first, see {@link PolicyKey#candidates};
 *   <li>the {@link Profile} that the most specific record names which names one;
 *   <li>else the profile of what stands behind the host;
 *   <li>the stage's settings.
 * </ol>
 *
 * <p>One thread writes, every task reads, and is told of the keys that changed.
 */
public final class PolicyBook implements Policies {

    /** Compiled policies that are kept; when there are more, all are made anew as they are asked for. */
    static final int COMPILED_MAX = 200_000;

    private final Function<String, OriginKind> kinds;
    private final Map<Profile, Policy> profiles = new EnumMap<>(Profile.class);
    private final ConcurrentHashMap<String, OriginPolicy> records = new ConcurrentHashMap<>();
    private final KeyChanges changes = new KeyChanges(() -> {});

    /**
     * What {@link #of} answered since the last change. A change puts a new one here after it is made, so that what was
     * compiled before it can only be kept in one that nobody asks any more.
     */
    private volatile Compiled compiled = new Compiled();

    /** A site inside an origin that is called otherwise. */
    private record Inside(String originKey, String siteKey) {}

    private record Compiled(Map<String, Policy> origins, Map<Inside, Policy> sites) {

        Compiled() {
            this(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
        }
    }

    /**
     * Who has a say in the policy of an origin or site.
     *
     * @param speakers keys of the records, the most specific first
     * @param profile what lies under them
     * @param namedBy key of the record that names the profile; empty where what stands behind the host chose it
     */
    public record Say(List<String> speakers, Profile profile, Optional<String> namedBy) {}

    /** Of origins of all kinds. */
    public PolicyBook(Policy defaultPolicy, OriginKeyer keyer) {
        this(defaultPolicy, key -> kind(key, keyer));
    }

    /** Of origins that are all plain sites. */
    public PolicyBook(Policy defaultPolicy) {
        this(defaultPolicy, key -> OriginKind.SITE);
    }

    private PolicyBook(Policy defaultPolicy, Function<String, OriginKind> kinds) {
        this.kinds = kinds;
        for (Profile profile : Profile.values()) {
            profiles.put(profile, PolicyCompiler.compile(profile.fields(), defaultPolicy));
        }
    }

    @Override
    public Policy of(String key) {
        Compiled kept = compiled;
        Policy policy = kept.origins.get(key);
        if (policy == null) {
            policy = compile(key, key);
            keep(kept.origins, key, policy);
        }
        return policy;
    }

    @Override
    public Policies inside(String originKey) {
        Policy own = of(originKey);
        return siteKey -> siteKey.equals(originKey) ? own : ofSite(new Inside(originKey, siteKey));
    }

    private Policy ofSite(Inside site) {
        Compiled kept = compiled;
        Policy policy = kept.sites.get(site);
        if (policy == null) {
            policy = compile(site.originKey, site.siteKey);
            keep(kept.sites, site, policy);
        }
        return policy;
    }

    private <K> void keep(Map<K, Policy> kept, K key, Policy policy) {
        if (kept.size() < COMPILED_MAX) {
            kept.put(key, policy);
        } else {
            compiled = new Compiled();
        }
    }

    /**
     * Puts a record in force under a canonical {@link PolicyKey}; null takes it away.
     *
     * @throws IllegalArgumentException if the policy cannot be meant; the one in force stays
     */
    public void set(String key, @Nullable OriginPolicy policy) {
        if (policy == null) {
            records.remove(key);
        } else {
            PolicyCheck.problem(policy).ifPresent(problem -> {
                throw new IllegalArgumentException(problem);
            });
            records.put(key, policy);
        }
        compiled = new Compiled();
        changes.tell(List.of(key));
    }

    /** The record under exactly this key. */
    public Optional<OriginPolicy> record(String key) {
        return Optional.ofNullable(records.get(key));
    }

    /** Who has a say in the policy of a site inside an origin, or of the origin itself, where the keys are equal. */
    public Say say(String originKey, String siteKey) {
        List<String> speakers = PolicyKey.candidates(originKey, siteKey).stream()
                .filter(records::containsKey)
                .toList();
        for (String speaker : speakers) {
            OriginPolicy record = records.get(speaker);
            if (record != null && record.getProfile() != null) {
                return new Say(speakers, named(record.getProfile()), Optional.of(speaker));
            }
        }
        return new Say(speakers, ofKind(originKey, siteKey), Optional.empty());
    }

    /** The keys of all records. */
    public List<String> keys() {
        return records.keySet().stream().sorted().toList();
    }

    private Policy compile(String originKey, String siteKey) {
        OriginPolicy said = records.isEmpty() ? null : said(originKey, siteKey);
        if (said == null) {
            return base(ofKind(originKey, siteKey));
        }
        Profile profile = said.getProfile() == null ? ofKind(originKey, siteKey) : named(said.getProfile());
        return PolicyCompiler.compile(said, base(profile));
    }

    private @Nullable OriginPolicy said(String originKey, String siteKey) {
        return PolicyKey.candidates(originKey, siteKey).stream()
                .map(records::get)
                .filter(record -> record != null)
                .reduce(PolicyCompiler::over)
                .orElse(null);
    }

    private Policy base(Profile profile) {
        Policy base = profiles.get(profile);
        if (base == null) {
            throw new IllegalStateException("profile: " + profile + " (expected: one of " + profiles.keySet() + ")");
        }
        return base;
    }

    /** A site that is called after no service is as its origin: a bucket may be reached by more than one name. */
    private Profile ofKind(String originKey, String siteKey) {
        OriginKind kind = kinds.apply(siteKey);
        return Profile.of(kind == OriginKind.SITE && !siteKey.equals(originKey) ? kinds.apply(originKey) : kind);
    }

    private static Profile named(String name) {
        return Profile.named(name).orElseThrow(() -> new IllegalStateException("profile: " + name));
    }

    private static OriginKind kind(String key, OriginKeyer keyer) {
        return keyer.keyOf(key) instanceof KeyResult.Keyed keyed ? keyed.kind() : OriginKind.SITE;
    }

    /** The changes from now on. */
    public KeyChanges.Reader reader() {
        return changes.reader();
    }
}

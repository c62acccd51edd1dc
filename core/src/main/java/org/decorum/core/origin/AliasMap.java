package org.decorum.core.origin;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The aliases in force. The most specific that speaks of a site counts, see {@link KeyPattern#candidates}, and leads to
 * its origin in one step: every origin that an alias leads to pays for itself,
 * {@code originOf(originOf(x)).equals(originOf(x))}. An alias that would break this is refused.
 *
 * <p>The same for the same set of aliases, however they arrived: they are taken by their time, and each is accepted or
 * refused by those before it. At the same time the more specific goes first, so that aliases without chain or cycle,
 * written at one time, are all accepted. An alias of a host to itself takes the host out of a wider pattern.
 *
 * <p>Immutable and thread-safe. Takes sites only: what belongs to an object store is the caller's to leave out.
 */
public final class AliasMap implements Aliases {

    /**
     * One alias, canonical by {@link AliasRule}.
     *
     * @param key site key or pattern
     * @param updatedMicros when it was decided, as it says itself
     */
    public record Entry(String key, String originKey, long updatedMicros) {}

    /** At one time exact ones go first, then longer patterns: a wider one never before what it is excepted by. */
    private static final Comparator<Entry> BY_TIME = Comparator.comparingLong(Entry::updatedMicros)
            .thenComparing(entry -> KeyPattern.isPattern(entry.key()))
            .thenComparing(entry -> entry.key().length(), Comparator.reverseOrder())
            .thenComparing(Entry::key);

    public static final AliasMap EMPTY = of(List.of());

    private final Map<String, String> accepted = new HashMap<>();
    private final SortedMap<String, String> refused = new TreeMap<>();

    private AliasMap() {}

    /** Of entries with a key each. */
    public static AliasMap of(Collection<Entry> entries) {
        AliasMap map = new AliasMap();
        Map<String, Set<String>> originsBelow = new HashMap<>();
        entries.stream().sorted(BY_TIME).forEach(entry -> map.take(entry, originsBelow));
        return map;
    }

    @Override
    public String originOf(String siteKey) {
        return aliasOf(siteKey).map(accepted::get).orElse(siteKey);
    }

    /** The key of the alias that counts for a site. */
    public Optional<String> aliasOf(String siteKey) {
        return accepted.isEmpty()
                ? Optional.empty()
                : KeyPattern.candidates(siteKey).stream()
                        .filter(accepted::containsKey)
                        .findFirst();
    }

    /** Where each alias that was accepted leads to, by key. */
    public SortedMap<String, String> accepted() {
        return new TreeMap<>(accepted);
    }

    /** Why each of the others was refused, by key. */
    public SortedMap<String, String> refused() {
        return new TreeMap<>(refused);
    }

    private void take(Entry entry, Map<String, Set<String>> originsBelow) {
        accepted.put(entry.key(), entry.originKey());
        Optional<String> refusal = refusal(entry, originsBelow.getOrDefault(entry.key(), Set.of()));
        if (refusal.isPresent()) {
            accepted.remove(entry.key());
            refused.put(entry.key(), refusal.get());
            return;
        }
        for (String candidate : KeyPattern.candidates(entry.originKey())) {
            originsBelow.computeIfAbsent(candidate, unused -> new TreeSet<>()).add(entry.originKey());
        }
    }

    /** Asked with the entry in force: whether its own origin or one of those that it speaks of is led elsewhere. */
    private Optional<String> refusal(Entry entry, Set<String> originsCovered) {
        String end = originOf(entry.originKey());
        if (!end.equals(entry.originKey())) {
            return Optional.of(entry.key() + " -> " + entry.originKey() + " goes on to " + end + " by the alias "
                    + aliasOf(entry.originKey()).orElse("") + " (expected: an origin that pays for itself, such as "
                    + end + ")");
        }
        for (String origin : originsCovered) {
            if (!originOf(origin).equals(origin)) {
                return Optional.of(entry.key() + " -> " + entry.originKey() + " would lead " + origin
                        + " away, the origin of other aliases (expected: those lead to " + entry.originKey()
                        + " first)");
            }
        }
        return Optional.empty();
    }
}

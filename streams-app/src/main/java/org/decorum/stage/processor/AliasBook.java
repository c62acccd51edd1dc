package org.decorum.stage.processor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.decorum.core.origin.AliasMap;
import org.decorum.core.origin.Aliases;
import org.decorum.core.rate.Micros;
import org.decorum.schema.OriginAlias;
import org.decorum.stage.table.KeyChanges;
import org.jspecify.annotations.Nullable;

/**
 * The good alias of each host, and what follows from all of them: the {@link AliasMap} in force on this instance, and
 * which of them are refused beside the others. Any thread writes and asks. Every task is told of the hosts and patterns
 * that lead elsewhere now, and of the aliases that are newly refused.
 *
 * <p>Records come by the thousand when a stage starts, and each may change what becomes of the others. So nothing follows
 * until somebody asks.
 */
public final class AliasBook implements Aliases {

    private final SortedMap<String, OriginAlias> aliases = new TreeMap<>();
    private final KeyChanges changes = new KeyChanges(this::map);
    private final KeyChanges refusals = new KeyChanges(this::map);
    private final Map<String, String> untold = new ConcurrentHashMap<>();
    private Map<String, OriginAlias> refused = Map.of();
    private volatile AliasMap map = AliasMap.EMPTY;
    private volatile boolean outdated;

    @Override
    public String originOf(String siteKey) {
        return map().originOf(siteKey);
    }

    /** From now on this is the alias of a host or pattern; null for none. */
    public synchronized void set(String key, @Nullable OriginAlias alias) {
        if (alias == null) {
            aliases.remove(key);
        } else {
            aliases.put(key, alias);
        }
        outdated = true;
    }

    /** What is in force. */
    public AliasMap map() {
        return outdated ? renewed() : map;
    }

    /** All that was set, by key, refused or not. */
    public synchronized SortedMap<String, OriginAlias> aliases() {
        return new TreeMap<>(aliases);
    }

    /** What was set for a key, refused or not. */
    public synchronized Optional<OriginAlias> alias(String key) {
        return Optional.ofNullable(aliases.get(key));
    }

    /** The hosts and patterns that lead elsewhere from now on. */
    public KeyChanges.Reader reader() {
        return changes.reader();
    }

    /** The keys of aliases that are newly refused, those included that nobody has taken; each to be taken by one. */
    KeyChanges.Reader refusalReader() {
        return refusals.reader(untold::keySet);
    }

    /** Why the alias of a key is refused, the first time that anybody asks; empty if it is not, or is not any more. */
    Optional<String> takeRefusal(String key) {
        return Optional.ofNullable(untold.remove(key));
    }

    private synchronized AliasMap renewed() {
        if (outdated) {
            List<AliasMap.Entry> entries = new ArrayList<>();
            aliases.forEach((key, alias) -> entries.add(entry(key, alias)));
            AliasMap before = map;
            map = AliasMap.of(entries);
            outdated = false;
            refuse(map.refused());
            tell(before.accepted(), map.accepted());
        }
        return map;
    }

    /** As {@link AliasMap} takes it: by the time that the alias itself says, which outlives compaction and copies. */
    public static AliasMap.Entry entry(String key, OriginAlias alias) {
        return new AliasMap.Entry(key, alias.getOriginKey(), Micros.of(alias.getUpdatedAt()));
    }

    private void refuse(Map<String, String> reasons) {
        Map<String, OriginAlias> before = refused;
        refused = new HashMap<>();
        reasons.forEach((key, reason) -> {
            OriginAlias alias = Objects.requireNonNull(aliases.get(key));
            refused.put(key, alias);
            if (!alias.equals(before.get(key))) {
                untold.put(key, reason);
                refusals.tell(List.of(key));
            }
        });
        untold.keySet().retainAll(refused.keySet());
    }

    private void tell(Map<String, String> before, Map<String, String> after) {
        Set<String> keys = new HashSet<>(before.keySet());
        keys.addAll(after.keySet());
        keys.removeIf(key -> before.getOrDefault(key, "").equals(after.getOrDefault(key, "")));
        changes.tell(keys);
    }
}

package org.decorum.stage.cli.alias;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.decorum.core.origin.AliasMap;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginAlias;
import org.decorum.stage.cli.table.GuardedTopic;
import org.decorum.stage.processor.AliasBook;
import org.decorum.stage.processor.AliasReader;
import org.decorum.stage.topology.TopicNames;

/** The aliases as the stage has them. */
final class AliasTable {

    private static final Duration MICROSECOND = Duration.of(1, ChronoUnit.MICROS);

    private final GuardedTopic<OriginAlias> topic;
    private final AliasBook book = new AliasBook();
    private final Set<String> bad;

    AliasTable(Map<String, Object> clientSettings, OriginKeyer keyer) {
        this.topic = new GuardedTopic<>(
                TopicNames.ALIASES,
                TopicNames.ACCEPTED_ALIASES,
                clientSettings,
                registry -> new AliasReader(keyer, registry),
                null);
        topic.read().forEach(book::set);
        this.bad = topic.refusals().keySet();
    }

    /** The last good alias of each key, and what follows from all. */
    AliasBook book() {
        return book;
    }

    /** Every host and pattern with a good alias, or with a bad record. */
    SortedSet<String> keys() {
        SortedSet<String> keys = new TreeSet<>(book.aliases().keySet());
        keys.addAll(bad);
        return keys;
    }

    /** Whether a key is one of {@link #keys}. */
    boolean has(String key) {
        return book.alias(key).isPresent() || isBad(key);
    }

    /** Whether the newest record of a key is bad. */
    boolean isBad(String key) {
        return bad.contains(key);
    }

    /** What people should hear, a line each. */
    List<String> complaints() {
        return topic.complaints("alias");
    }

    /** Changes that come after all that is there, at one time. An empty one deletes. */
    SortedMap<String, Optional<OriginAlias>> dated(SortedMap<String, Optional<OriginAlias>> changes, Instant now) {
        Instant later = book.aliases().values().stream()
                .map(alias -> alias.getUpdatedAt().plus(MICROSECOND))
                .reduce(now.truncatedTo(ChronoUnit.MICROS), (one, other) -> one.isAfter(other) ? one : other);
        SortedMap<String, Optional<OriginAlias>> dated = new TreeMap<>();
        changes.forEach((key, change) -> dated.put(
                key,
                change.map(alias ->
                        OriginAlias.newBuilder(alias).setUpdatedAt(later).build())));
        return dated;
    }

    /** What would be in force after some changes. */
    AliasMap after(SortedMap<String, Optional<OriginAlias>> changes) {
        SortedMap<String, OriginAlias> aliases = book.aliases();
        aliases.keySet().removeAll(changes.keySet());
        changes.forEach((key, change) -> change.ifPresent(alias -> aliases.put(key, alias)));
        return AliasMap.of(aliases.entrySet().stream()
                .map(alias -> AliasBook.entry(alias.getKey(), alias.getValue()))
                .toList());
    }

    /** Writes all of it, or nothing. */
    void write(SortedMap<String, Optional<OriginAlias>> changes) {
        topic.write(changes);
    }
}

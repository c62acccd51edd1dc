package org.decorum.stage.processor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.decorum.core.origin.AliasMap;
import org.decorum.core.origin.Aliases;
import org.decorum.schema.OriginAlias;
import org.decorum.schema.RejectReason;
import org.decorum.wire.Decoded;

/**
 * The newest record of each host on {@code crawl.aliases}, and what follows from all of them: the {@link AliasMap} in
 * force on this instance, and which records are refused and why. One thread writes, every task reads, and is told of
 * the hosts and patterns that lead elsewhere now.
 *
 * <p>Records come by the thousand when a stage starts, and each may change what becomes of the others. So nothing follows
 * until somebody asks.
 */
public final class AliasBook implements Aliases {

    /** Where a record stands on the topic, and its value. */
    public record Source(int partition, long offset, byte[] raw) {}

    /** A record, read or not. */
    public record Row(Decoded<OriginAlias> read, long timestampMillis, Source source) {}

    /** A record that has no effect. */
    public record Refusal(String key, RejectReason reason, String detail, Source source) {}

    private final Consumer<Refusal> complaints;
    private final SortedMap<String, Row> rows = new TreeMap<>();
    private final KeyChanges changes = new KeyChanges(this::map);
    private SortedMap<String, Refusal> refusals = new TreeMap<>();
    private volatile AliasMap map = AliasMap.EMPTY;
    private volatile boolean outdated;

    /** @param complaints is told once of each record that turns out to have no effect */
    public AliasBook(Consumer<Refusal> complaints) {
        this.complaints = complaints;
    }

    @Override
    public String originOf(String siteKey) {
        return map().originOf(siteKey);
    }

    /** Takes the newest record of a host. */
    public synchronized void put(String key, Row row) {
        rows.put(key, row);
        outdated = true;
    }

    public synchronized void remove(String key) {
        rows.remove(key);
        outdated = true;
    }

    /** What is in force. */
    public AliasMap map() {
        return outdated ? renewed() : map;
    }

    /** The newest records, read or not, by key. */
    public synchronized SortedMap<String, Row> rows() {
        return new TreeMap<>(rows);
    }

    /** What the record of a key says, if it can be read, in force or not. */
    public synchronized Optional<OriginAlias> alias(String key) {
        return Optional.ofNullable(rows.get(key)).flatMap(row -> usable(row.read));
    }

    /** The records that have no effect, by key. */
    public synchronized SortedMap<String, Refusal> refusals() {
        renewed();
        return new TreeMap<>(refusals);
    }

    private synchronized AliasMap renewed() {
        if (outdated) {
            List<AliasMap.Entry> entries = new ArrayList<>();
            rows.forEach((key, row) -> usable(row.read)
                    .ifPresent(
                            alias -> entries.add(new AliasMap.Entry(key, alias.getOriginKey(), row.timestampMillis))));
            AliasMap before = map;
            map = AliasMap.of(entries);
            outdated = false;
            refuse(map.refused());
            tell(before.accepted(), map.accepted());
        }
        return map;
    }

    private void refuse(Map<String, String> chained) {
        SortedMap<String, Refusal> before = refusals;
        refusals = new TreeMap<>();
        rows.forEach((key, row) -> {
            if (row.read instanceof Decoded.Failed<OriginAlias> failed) {
                refusals.put(key, new Refusal(key, failed.reason(), failed.detail(), row.source));
            } else if (chained.containsKey(key)) {
                refusals.put(key, new Refusal(key, RejectReason.ALIAS_REFUSED, chained.get(key), row.source));
            }
        });
        refusals.values().stream()
                .filter(refusal -> !refusal.equals(before.get(refusal.key)))
                .forEach(complaints);
    }

    private static Optional<OriginAlias> usable(Decoded<OriginAlias> read) {
        return read instanceof Decoded.Ok<OriginAlias> ok ? Optional.of(ok.value()) : Optional.empty();
    }

    private void tell(Map<String, String> before, Map<String, String> after) {
        Set<String> keys = new HashSet<>(before.keySet());
        keys.addAll(after.keySet());
        keys.removeIf(key -> before.getOrDefault(key, "").equals(after.getOrDefault(key, "")));
        changes.tell(keys);
    }

    /** The changes from now on. */
    public KeyChanges.Reader reader() {
        return changes.reader();
    }
}

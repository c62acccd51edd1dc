package org.decorum.stage.cli.alias;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.schema.OriginAlias;

/** What would have to change on the topic, so that it says what a file says, and nothing else. */
final class AliasDiff {

    /** One line to show. */
    record Line(boolean added, String text) {
        @Override
        public String toString() {
            return (added ? "+ " : "- ") + text;
        }
    }

    private final SortedMap<String, Optional<OriginAlias>> changes = new TreeMap<>();
    private final List<Line> lines = new ArrayList<>();
    private int added;
    private int changed;
    private int removed;

    static AliasDiff of(AliasTable table, SortedMap<String, OriginAlias> wanted) {
        AliasDiff diff = new AliasDiff();
        SortedMap<String, Optional<OriginAlias>> all = new TreeMap<>();
        table.keys().forEach(key -> all.put(key, Optional.empty()));
        wanted.forEach((key, alias) -> all.put(key, Optional.of(alias)));
        all.forEach((key, after) -> diff.take(table, key, after));
        return diff;
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    /** What to write; an empty one deletes. */
    SortedMap<String, Optional<OriginAlias>> changes() {
        return new TreeMap<>(changes);
    }

    /** By host; where one changes, what was said before what is to be. */
    List<Line> lines() {
        return List.copyOf(lines);
    }

    String summary() {
        return added + " added, " + changed + " changed, " + removed + " removed";
    }

    private void take(AliasTable table, String key, Optional<OriginAlias> after) {
        Optional<OriginAlias> before = table.book().alias(key);
        boolean was = table.has(key);
        boolean effective = table.book().map().accepted().containsKey(key);
        if (effective
                && !table.isBad(key)
                && after.isPresent()
                && before.filter(said -> AliasWords.same(said, after.get())).isPresent()) {
            return;
        }
        changes.put(key, after);
        if (was) {
            String text = before.map(alias -> AliasLine.of(key, alias).text()).orElse(key);
            lines.add(new Line(false, text + remark(effective, table.isBad(key))));
        }
        after.ifPresent(
                alias -> lines.add(new Line(true, AliasLine.of(key, alias).text())));
        added += was ? 0 : 1;
        changed += was && after.isPresent() ? 1 : 0;
        removed += after.isPresent() ? 0 : 1;
    }

    private static String remark(boolean effective, boolean bad) {
        if (bad) {
            return "  (its newest record is bad)";
        }
        return effective ? "" : "  (without effect)";
    }
}

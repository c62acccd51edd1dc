package org.decorum.stage.cli.alias;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.decorum.core.origin.AliasMap;
import org.decorum.schema.OriginAlias;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ExitCode;
import org.decorum.wire.RecordJson;

/** A command that changes one alias, and shows it before and after. */
abstract class ChangeCommand extends AliasTableCommand {

    /**
     * Writes a change that leaves every other alias what it is.
     *
     * @throws CliException if the stage would refuse it, or others because of it
     */
    final int change(AliasTable table, String key, Optional<OriginAlias> after) {
        Optional<OriginAlias> before = table.book().alias(key);
        boolean same = before.isPresent()
                && after.isPresent()
                && AliasWords.same(before.get(), after.get())
                && table.book().map().accepted().containsKey(key)
                && !table.isBad(key);
        Optional<OriginAlias> written = after;
        if (!same) {
            SortedMap<String, Optional<OriginAlias>> changes = new TreeMap<>();
            changes.put(key, after);
            SortedMap<String, Optional<OriginAlias>> dated = table.dated(changes, now());
            requireAccepted(table, key, table.after(dated));
            table.write(dated);
            written = dated.getOrDefault(key, after);
        }
        out().println("key     " + key);
        out().println("before  " + json(before));
        out().println("after   " + (same ? "the same, nothing was written" : json(written)));
        return ExitCode.OK;
    }

    private static void requireAccepted(AliasTable table, String key, AliasMap after) {
        SortedMap<String, String> refused = after.refused();
        refused.keySet()
                .removeIf(other ->
                        !other.equals(key) && table.book().map().refused().containsKey(other));
        if (!refused.isEmpty()) {
            throw new CliException("not written, for then the stage would refuse " + String.join("; ", refused.values())
                    + ". Change several at once with: decorum alias apply");
        }
    }

    private static String json(Optional<OriginAlias> alias) {
        return alias.map(RecordJson::toJson).orElse("none");
    }
}

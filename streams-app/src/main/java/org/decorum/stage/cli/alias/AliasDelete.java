package org.decorum.stage.cli.alias;

import java.util.Optional;
import org.decorum.core.origin.KeyPattern;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.stage.cli.CliException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes an alias away, also one that has no effect. */
@Command(
        name = "delete",
        header = "Take an alias away: a wider pattern counts again, or the host pays for itself.",
        description = "",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  decorum alias delete a.example", "  decorum alias delete '*.blogs.example'"})
final class AliasDelete extends ChangeCommand {
    @Parameters(paramLabel = "HOST", description = "A host or pattern that list shows.")
    private String written = "";

    private String canonical = "";

    @Override
    void check(OriginKeyer keyer) {
        canonical = KeyPattern.of(written, keyer) instanceof KeyPattern.Canonical usable ? usable.text() : written;
    }

    @Override
    int run(AliasTable table) {
        String key = table.has(written) ? written : canonical;
        if (!table.has(key)) {
            throw new CliException("no alias of " + key + ": decorum alias list shows which there are");
        }
        return change(table, key, Optional.empty());
    }
}

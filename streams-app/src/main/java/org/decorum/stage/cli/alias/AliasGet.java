package org.decorum.stage.cli.alias;

import org.decorum.core.origin.KeyPattern;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ExitCode;
import org.decorum.wire.RecordJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the record of one host. */
@Command(
        name = "get",
        header = "Show the alias of exactly this host or pattern, as JSON.",
        description = {"", "Which alias counts for a host is told by explain.", ""},
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum alias get a.example",
            "  decorum alias get '*.blogs.example' | jq .said_by"
        })
final class AliasGet extends AliasTableCommand {
    @Parameters(paramLabel = "HOST", description = "A host, or '*.example.com'.")
    private String written = "";

    private String key = "";

    @Override
    void check(OriginKeyer keyer) {
        KeyPattern read = KeyPattern.of(written, keyer);
        if (read instanceof KeyPattern.Unusable unusable) {
            throw usage("HOST: " + written + ": " + unusable.detail() + " (expected: a host, or *.example.com)");
        }
        key = ((KeyPattern.Canonical) read).text();
    }

    @Override
    int run(AliasTable table) {
        out().println(table.book()
                .alias(key)
                .map(RecordJson::toJson)
                .orElseThrow(() -> new CliException(
                        "no alias of " + key + ": decorum alias explain tells which origin pays for a host")));
        return ExitCode.OK;
    }
}

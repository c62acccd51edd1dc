package org.decorum.stage.cli.alias;

import java.util.Locale;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.stage.cli.ExitCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tells which origin pays for a host. */
@Command(
        name = "explain",
        header = "Tell which origin pays for a URL or host, and which alias says so.",
        description = {"", "decorum explain --aliases FILE tells the same of a file, and talks to nobody.", ""},
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  decorum alias explain https://www.a.example/page"})
final class AliasExplain extends AliasTableCommand {
    @Parameters(paramLabel = "URL-or-HOST", description = "A URL, or a host.")
    private String written = "";

    private KeyResult.@Nullable Keyed keyed;

    @Override
    void check(OriginKeyer keyer) {
        KeyResult key = written.contains("://") ? keyer.key(written) : keyer.keyOf(written);
        if (key instanceof KeyResult.Rejected rejected) {
            throw usage(written + ": " + rejected.detail() + " (expected: a URL, or a host)");
        }
        keyed = (KeyResult.Keyed) key;
    }

    @Override
    int run(AliasTable table) {
        KeyResult.Keyed subject = keyed;
        if (subject == null) {
            throw new IllegalStateException("run before check");
        }
        line("site key", subject.siteKey());
        line("origin key", subject.under(table.book()).originKey());
        line("alias", AliasWords.forWhom(subject, table.book().map(), table.book()::alias));
        return ExitCode.OK;
    }

    private void line(String name, String value) {
        out().printf(Locale.ROOT, "%-11s %s%n", name, value);
    }
}

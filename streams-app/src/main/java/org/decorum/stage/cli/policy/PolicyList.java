package org.decorum.stage.cli.policy;

import java.util.Locale;
import java.util.SortedMap;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.table.GuardedTopic;
import org.decorum.stage.cli.table.TableJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows all records. */
@Command(
        name = "list",
        header = "Show all policies, by key.",
        description = "",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum policy list",
            "  decorum policy list --json | jq -r 'select(.policy.paused) | .key'"
        })
final class PolicyList extends TableCommand {
    @Option(names = "--json", description = "One JSON object a line: key and policy.")
    private boolean json;

    @Override
    int run(GuardedTopic<OriginPolicy> topic, SortedMap<String, OriginPolicy> policies) {
        if (!json) {
            out().printf(Locale.ROOT, "%-32s  %s%n", "KEY", "POLICY");
        }
        policies.forEach((key, policy) -> {
            if (json) {
                out().println(TableJson.line(key, "policy", policy));
            } else {
                out().printf(Locale.ROOT, "%-32s  %s%n", key, Fields.words(policy));
            }
        });
        return ExitCode.OK;
    }
}

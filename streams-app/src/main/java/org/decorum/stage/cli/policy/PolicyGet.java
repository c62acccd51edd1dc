package org.decorum.stage.cli.policy;

import java.util.SortedMap;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.table.GuardedTopic;
import org.decorum.wire.RecordJson;
import picocli.CommandLine.Command;

/** Shows the record under one key. */
@Command(
        name = "get",
        header = "Show the policy under exactly this key, as JSON.",
        description = {"", "What is in force for an origin, and where it comes from, is told by explain.", ""},
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  decorum policy get example.com", "  decorum policy get '*' | jq .max_attempts"})
final class PolicyGet extends KeyCommand {
    @Override
    int run(GuardedTopic<OriginPolicy> topic, SortedMap<String, OriginPolicy> policies) {
        OriginPolicy policy = policies.get(key);
        if (policy == null) {
            throw new CliException(
                    "no policy under " + key + ": decorum policy explain tells what is in force for an origin");
        }
        out().println(RecordJson.toJson(policy));
        return ExitCode.OK;
    }
}

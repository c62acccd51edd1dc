package org.decorum.stage.cli.policy;

import java.util.SortedMap;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.PolicyKey;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.table.GuardedTopic;
import org.decorum.wire.RecordJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes a policy away, also one under a key that the stage does not take. */
@Command(
        name = "delete",
        header = "Take a policy away: less specific ones count again, and the settings.",
        description = "",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  decorum policy delete example.com", "  decorum policy delete '*.slow.example'"})
final class PolicyDelete extends TableCommand {
    @Parameters(paramLabel = "KEY", description = "A key that list shows.")
    private String written = "";

    private String canonical = "";

    @Override
    void check(OriginKeyer keyer) {
        PolicyKey read = PolicyKey.of(written, keyer);
        canonical = read instanceof PolicyKey.Canonical usable ? usable.text() : written;
    }

    @Override
    int run(GuardedTopic<OriginPolicy> topic, SortedMap<String, OriginPolicy> policies) throws Exception {
        boolean asWritten = policies.containsKey(written) || topic.refusals().containsKey(written);
        String key = asWritten ? written : canonical;
        OriginPolicy before = policies.get(key);
        if (before == null && !topic.refusals().containsKey(key)) {
            throw new CliException("no policy under " + key + ": decorum policy list shows which there are");
        }
        topic.write(key, null);
        out().println("key     " + key);
        out().println("before  " + (before == null ? "none, a bad record" : RecordJson.toJson(before)));
        out().println("after   none");
        return ExitCode.OK;
    }
}

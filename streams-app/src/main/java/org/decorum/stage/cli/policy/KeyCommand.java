package org.decorum.stage.cli.policy;

import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.PolicyKey;
import picocli.CommandLine.Parameters;

/** A command about the policy of one key. */
abstract class KeyCommand extends TableCommand {
    @Parameters(paramLabel = "KEY", description = "An origin or site key, '*.example.com', or '*'.")
    String written = "";

    /** As it must be on the topic. */
    String key = "";

    @Override
    void check(OriginKeyer keyer) {
        PolicyKey read = PolicyKey.of(written, keyer);
        if (read instanceof PolicyKey.Unusable unusable) {
            throw usage("KEY: " + unusable.detail());
        }
        key = ((PolicyKey.Canonical) read).text();
    }
}

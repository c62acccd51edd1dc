package org.decorum.stage.cli.policy;

import java.util.Locale;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.PolicyKey;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.policy.PolicyBook;
import picocli.CommandLine.Command;

/** Takes {@code paused} out of a policy. */
@Command(
        name = "resume",
        header = "End a pause. What waits goes on at its pace, without a burst.",
        description = {
            "",
            "Takes 'paused' out of the policy of KEY, and takes the policy away if it says nothing else. If a pattern "
                    + "pauses KEY as well, it stays paused, and you are told.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  decorum policy resume example.com", "  decorum policy resume '*'"})
final class PolicyResume extends ChangeCommand {
    @Override
    OriginPolicy change(OriginPolicy before) {
        OriginPolicy after = Fields.copy(before);
        after.setPaused(null);
        return after;
    }

    @Override
    void tell(PolicyBook book) {
        if (PolicyKey.isPattern(key) || book.of(key).access() == Access.OPEN) {
            return;
        }
        String state = book.of(key).access().name().toLowerCase(Locale.ROOT);
        out().println("It is still " + state + ": see decorum policy explain " + key + ", or except it with"
                + " decorum policy set " + key + " --no-" + state);
    }
}

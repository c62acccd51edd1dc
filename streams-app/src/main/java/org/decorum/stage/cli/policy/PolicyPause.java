package org.decorum.stage.cli.policy;

import org.decorum.schema.OriginPolicy;
import picocli.CommandLine.Command;

/** Sets {@code paused}. */
@Command(
        name = "pause",
        header = "Release nothing and keep everything, until it is resumed.",
        description = {
            "",
            "What was released before finishes. Requests still arrive and wait, up to backlog-max; those whose deadline "
                    + "passes meanwhile are rejected once it is resumed.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum policy pause example.com",
            "  decorum policy pause '*'          everybody: the whole fleet rests"
        })
final class PolicyPause extends ChangeCommand {
    @Override
    OriginPolicy change(OriginPolicy before) {
        OriginPolicy after = Fields.copy(before);
        after.setPaused(true);
        return after;
    }
}

package org.decorum.stage.cli.policy;

import java.util.Locale;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.PolicyKey;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.policy.PolicyBook;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Changes fields of a policy, and leaves the others as they are. */
@Command(
        name = "set",
        header = "Change what is said, and leave the rest of the policy as it is.",
        description = {
            "",
            "TIME is 500ms, 2s, 5m, 1h or 1d. Two people who set fields of one key within the same second may "
                    + "overwrite each other; the output shows what became of it.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum policy set example.com --interval 500ms --burst 3",
            "  decorum policy set '*.slow.example' --interval 30s --note 'they asked'",
            "  decorum policy set media.example --profile image-service",
            "  decorum policy set shop.example --cost-rule 'path:/find*=6' --cost-rule kind:page=2",
            "  decorum policy set slow.example --crawl-delay finish-to-start --crawl-delay-max 5m",
            "  decorum policy set a.slow.example --no-paused",
            "  decorum policy set '*' --max-attempts 5 --unset burst"
        })
final class PolicySet extends ChangeCommand {
    @Mixin
    private final FieldOptions fields = new FieldOptions();

    @Override
    void check(OriginKeyer keyer) {
        super.check(keyer);
        if (fields.isEmpty()) {
            throw usage("nothing to set (expected: --interval, --paused, …)");
        }
        try {
            fields.applyTo(new OriginPolicy());
        } catch (IllegalArgumentException unknown) {
            throw usage("--unset: " + unknown.getMessage());
        }
    }

    @Override
    OriginPolicy change(OriginPolicy before) {
        return fields.applyTo(before);
    }

    @Override
    void tell(PolicyBook book) {
        if (!PolicyKey.isPattern(key) && book.of(key).access() != Access.OPEN) {
            out().println("It is " + book.of(key).access().name().toLowerCase(Locale.ROOT) + ".");
        }
    }
}

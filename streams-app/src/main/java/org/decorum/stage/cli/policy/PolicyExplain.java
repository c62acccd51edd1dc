package org.decorum.stage.cli.policy;

import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.PolicyKey;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.table.GuardedTopic;
import org.decorum.stage.policy.PolicyBook;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tells what is in force for an origin and its site, field by field, and which policy said so. */
@Command(
        name = "explain",
        header = "Tell what is in force for a URL or key, and which policy says so.",
        description = {
            "",
            "For each field the most specific policy that says something counts. What none says is as the profile says: "
                    + "the one that a policy names, or the one for what stands behind the host. The rest is from the "
                    + "stage's settings, read from --config and -D as the stage would.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum policy explain https://www.example.com/page",
            "  decorum policy explain s3:books"
        })
final class PolicyExplain extends TableCommand {
    @Parameters(paramLabel = "URL-or-KEY", description = "A URL, or an origin or site key.")
    private String written = "";

    private KeyResult.@Nullable Keyed keyed;

    @Override
    void check(OriginKeyer keyer) {
        if (PolicyKey.isPattern(written)) {
            throw usage(written + " (expected: a URL or the key of one origin; what a pattern says is told by get)");
        }
        KeyResult key = written.contains("://") ? keyer.key(written) : keyer.keyOf(written);
        if (key instanceof KeyResult.Rejected rejected) {
            throw usage(written + ": " + rejected.detail() + " (expected: a URL, a host, or an origin key)");
        }
        keyed = (KeyResult.Keyed) key;
    }

    @Override
    int run(GuardedTopic<OriginPolicy> topic, SortedMap<String, OriginPolicy> policies) {
        KeyResult.Keyed subject = keyed;
        if (subject == null) {
            throw new IllegalStateException("run before check");
        }
        PolicyBook book = book(policies);
        String why = subject.why().isEmpty() ? "" : "  (" + String.join("; ", subject.why()) + ")";
        tell("origin " + subject.originKey() + why, subject.originKey(), subject.originKey(), book);
        if (!subject.siteKey().equals(subject.originKey())) {
            tell("site " + subject.siteKey(), subject.originKey(), subject.siteKey(), book);
        }
        return ExitCode.OK;
    }

    private void tell(String title, String originKey, String siteKey, PolicyBook book) {
        List<String> speaking = book.say(originKey, siteKey).speakers();
        out().println(title);
        line(
                "policies",
                speaking.isEmpty() ? "none" : String.join(", ", speaking),
                "of " + String.join(", ", PolicyKey.candidates(originKey, siteKey))
                        + ": the first that says something counts");
        for (InForce.Field field : InForce.fields(originKey, siteKey, book)) {
            line(field.name(), field.value(), field.source());
        }
    }

    private void line(String name, String value, String why) {
        out().printf(Locale.ROOT, "  %-15s %-16s  %s%n", name, value, why);
    }
}

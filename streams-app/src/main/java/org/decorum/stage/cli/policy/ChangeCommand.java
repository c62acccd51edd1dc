package org.decorum.stage.cli.policy;

import java.util.Objects;
import java.util.SortedMap;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.table.GuardedTopic;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.policy.PolicyReader;
import org.decorum.wire.RecordJson;
import org.jspecify.annotations.Nullable;

/** A command that changes the policy of one key, and shows it before and after. */
abstract class ChangeCommand extends KeyCommand {

    private static final String NONE = "none";

    /** What the policy is to be; one that says nothing is taken away. */
    abstract OriginPolicy change(OriginPolicy before);

    @Override
    int run(GuardedTopic<OriginPolicy> topic, SortedMap<String, OriginPolicy> policies) throws Exception {
        OriginPolicy before = policies.get(key);
        OriginPolicy changed = change(before == null ? new OriginPolicy() : before);
        OriginPolicy after = Fields.isEmpty(changed) ? null : changed;
        PolicyBook book = book(policies);
        if (after != null) {
            require(after);
        }
        book.set(key, after);
        boolean same = !topic.refusals().containsKey(key) && Objects.equals(after, before);
        if (!same) {
            topic.write(key, after);
        }
        out().println("key     " + key);
        out().println("before  " + json(before));
        out().println("after   " + (same ? "the same, nothing was written" : json(after)));
        tell(book);
        return ExitCode.OK;
    }

    /** Says what a person might not expect. */
    void tell(PolicyBook book) {}

    private static void require(OriginPolicy policy) {
        PolicyReader.problem(policy).ifPresent(problem -> {
            throw new CliException("not written: " + problem);
        });
    }

    private static String json(@Nullable OriginPolicy policy) {
        return policy == null ? NONE : RecordJson.toJson(policy);
    }
}

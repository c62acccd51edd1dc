package org.decorum.stage.cli.policy;

import org.decorum.schema.BacklogFullRule;
import picocli.CommandLine.ITypeConverter;

/** What gives way at a full backlog, as people write it: {@code drop-lowest-priority}. */
final class BacklogFullOption implements ITypeConverter<BacklogFullRule> {

    @Override
    public BacklogFullRule convert(String text) {
        return Words.read(BacklogFullRule.values(), text);
    }
}

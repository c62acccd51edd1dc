package org.decorum.stage.cli.policy;

import java.util.SortedMap;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Policy;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.cli.table.GuardedTopic;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.policy.PolicyReader;
import org.decorum.stage.topology.TopicNames;

/** A command that begins with the policies that are there. */
abstract class TableCommand extends KafkaCommand {

    /** Looks at the command line, before anybody is asked anything. */
    void check(OriginKeyer keyer) {}

    abstract int run(GuardedTopic<OriginPolicy> topic, SortedMap<String, OriginPolicy> policies) throws Exception;

    @Override
    public final Integer call() throws Exception {
        OriginKeyer keyer = stageConfig().keyer();
        check(keyer);
        requireTopic(TopicNames.POLICIES);
        requireTopic(TopicNames.ACCEPTED_POLICIES);
        GuardedTopic<OriginPolicy> topic = new GuardedTopic<>(
                TopicNames.POLICIES,
                TopicNames.ACCEPTED_POLICIES,
                connection.clientSettings(),
                registry -> new PolicyReader(keyer, registry),
                PolicyReader.unjudged());
        SortedMap<String, OriginPolicy> policies = topic.read();
        topic.complaints("policy").forEach(err()::println);
        return run(topic, policies);
    }

    /** The policies as the stage has them in force. */
    final PolicyBook book(SortedMap<String, OriginPolicy> policies) {
        PolicyBook book = new PolicyBook(defaultPolicy(), stageConfig().keyer());
        policies.forEach(book::set);
        return book;
    }

    /** What the stage's settings say of an origin that nobody described. */
    private Policy defaultPolicy() {
        return stageConfig().defaultPolicy();
    }
}

package org.decorum.stage.cli.policy;

import java.util.SortedMap;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyKey;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.topology.TopicNames;

/** A command that begins with the policies that are there. */
abstract class TableCommand extends KafkaCommand {

    /** Looks at the command line, before anybody is asked anything. */
    void check(OriginKeyer keyer) {}

    abstract int run(PolicyTopic topic, SortedMap<String, OriginPolicy> policies) throws Exception;

    @Override
    public final Integer call() throws Exception {
        OriginKeyer keyer = stageConfig().keyer();
        check(keyer);
        requireTopic(TopicNames.POLICIES);
        PolicyTopic topic = new PolicyTopic(connection.clientSettings());
        SortedMap<String, OriginPolicy> policies = topic.read(err()::println);
        policies.keySet().forEach(key -> complainOf(key, PolicyKey.of(key, keyer)));
        return run(topic, policies);
    }

    /** What the stage's settings say of an origin that nobody described. */
    final Policy defaultPolicy() {
        return stageConfig().defaultPolicy();
    }

    private void complainOf(String key, PolicyKey read) {
        if (!read.equals(new PolicyKey.Canonical(key))) {
            String why = read instanceof PolicyKey.Canonical canonical
                    ? "its key would have to be " + canonical.text()
                    : "its key names nobody";
            err().println("The policy of " + key + " is ignored: " + why
                    + ". Take it away with: decorum policy delete '" + key + "'");
        }
    }
}

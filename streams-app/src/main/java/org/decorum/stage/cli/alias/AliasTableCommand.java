package org.decorum.stage.cli.alias;

import java.io.IOException;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.processor.AliasBook;
import org.decorum.stage.topology.TopicNames;

/** A command that begins with the aliases that are there. */
abstract class AliasTableCommand extends KafkaCommand {

    /** Looks at the command line, before anybody is asked anything. */
    void check(OriginKeyer keyer) throws IOException {}

    abstract int run(AliasTable table) throws IOException;

    @Override
    public final Integer call() throws IOException {
        OriginKeyer keyer = stageConfig().keyer();
        check(keyer);
        requireTopic(TopicNames.ALIASES);
        return run(new AliasTable(connection.clientSettings(), keyer, this::complainOf));
    }

    private void complainOf(AliasBook.Refusal refusal) {
        err().println("The alias of " + refusal.key() + " has no effect: " + refusal.detail()
                + ". Take it away with: decorum alias delete '" + refusal.key() + "'");
    }
}

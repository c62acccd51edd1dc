package org.decorum.stage.cli.alias;

import java.io.IOException;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.stage.cli.KafkaCommand;
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
        requireTopic(TopicNames.ACCEPTED_ALIASES);
        AliasTable table = new AliasTable(connection.clientSettings(), keyer);
        table.complaints().forEach(err()::println);
        table.book().map().refused().forEach(this::complainOf);
        return run(table);
    }

    private void complainOf(String key, String reason) {
        err().println("The alias of " + key + " has no effect: " + reason
                + ". Take it away with: decorum alias delete '" + key + "'");
    }
}

package org.decorum.stage.processor;

import org.decorum.stage.table.GuardedTable;

/**
 * A guarded table, and where it comes from and goes to.
 *
 * @param noun what one record of it is, for messages
 * @param topic of the table itself
 * @param acceptedSink the node that writes the topic beside it
 * @param refused counts a bad record that was told of
 */
public record KeptTable(GuardedTable<?> table, String noun, String topic, String acceptedSink, Runnable refused) {}

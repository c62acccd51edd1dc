package org.decorum.stage.table;

import org.decorum.schema.AcceptedRecord;
import org.jspecify.annotations.Nullable;

/**
 * The accepted record that a key should have.
 *
 * @param accepted null for none
 * @param refusal the bad record that is the newest; null where there is none
 */
record Target(@Nullable AcceptedRecord accepted, @Nullable Refusal refusal) {}

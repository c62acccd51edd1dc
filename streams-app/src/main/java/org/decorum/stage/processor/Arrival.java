package org.decorum.stage.processor;

import org.decorum.schema.KeyedRequest;

/**
 * A request at its owner's door.
 *
 * @param offset offset of its record, which tells requests apart that are deferred to the same instant
 */
record Arrival(KeyedRequest request, long offset) {}

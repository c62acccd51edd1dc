package org.decorum.stage.sim;

import org.apache.avro.specific.SpecificRecord;

/** A request, or a message about a site, on its way from one origin to another. */
record Move(String originKey, SpecificRecord record) {}

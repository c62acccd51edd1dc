package org.decorum.stage.sim;

import org.decorum.schema.OriginHold;
import org.jspecify.annotations.Nullable;

/** A record of crawl.holds: the hold of an origin, or null when it is forgotten. */
record Hold(String originKey, @Nullable OriginHold hold) {}

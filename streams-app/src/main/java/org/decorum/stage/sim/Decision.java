package org.decorum.stage.sim;

import org.decorum.core.rate.Limit;
import org.decorum.schema.CrawlDecision;

/**
 * A decision with what was in force when it was made.
 *
 * @param origin limit of the whole origin
 */
record Decision(CrawlDecision what, Limit origin) {}

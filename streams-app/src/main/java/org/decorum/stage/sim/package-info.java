/** A whole crawl in virtual time, on one thread, drawn from a seed: the stage's own tasks among origins, fetchers and faults. */
@NullMarked
package org.decorum.stage.sim;

import org.jspecify.annotations.NullMarked;

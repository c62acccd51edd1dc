/** Local origins for demos and tests, and the judge that reads their access logs. Knows nothing of the stage. */
@NullMarked
package org.decorum.stage.sim.farm;

import org.jspecify.annotations.NullMarked;

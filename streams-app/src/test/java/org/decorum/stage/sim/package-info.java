/** Tests of the simulation, and with it. */
@NullMarked
package org.decorum.stage.sim;

import org.jspecify.annotations.NullMarked;

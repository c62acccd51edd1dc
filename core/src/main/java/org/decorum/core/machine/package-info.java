/** The origin machine: one origin's state, what can happen to it, and what follows. */
@NullMarked
package org.decorum.core.machine;

import org.jspecify.annotations.NullMarked;

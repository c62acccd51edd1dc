/** GCRA in integer microseconds: limits, slots, and a gate for a single process. */
@NullMarked
package org.decorum.core.rate;

import org.jspecify.annotations.NullMarked;

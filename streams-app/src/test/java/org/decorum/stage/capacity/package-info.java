/** A fleet of virtual instances, which the capacity model is checked against. */
@NullMarked
package org.decorum.stage.capacity;

import org.jspecify.annotations.NullMarked;

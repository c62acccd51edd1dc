/** The processes that the stage runs in, and those that it may bring along. */
@NullMarked
package org.decorum.stage.runtime;

import org.jspecify.annotations.NullMarked;

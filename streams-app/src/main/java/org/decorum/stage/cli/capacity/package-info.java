/** The capacity model as a command. */
@NullMarked
package org.decorum.stage.cli.capacity;

import org.jspecify.annotations.NullMarked;

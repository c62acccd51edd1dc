/** The {@code decorum} command line: one class a command, thin over the packages that do the work. */
@NullMarked
package org.decorum.stage.cli;

import org.jspecify.annotations.NullMarked;

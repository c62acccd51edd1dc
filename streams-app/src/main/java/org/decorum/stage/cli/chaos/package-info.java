/** The chaos harness as a command. */
@NullMarked
package org.decorum.stage.cli.chaos;

import org.jspecify.annotations.NullMarked;

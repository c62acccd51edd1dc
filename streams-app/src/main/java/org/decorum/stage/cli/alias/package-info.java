/** The commands that show and change what is on {@code crawl.aliases}, and aliases in files. */
@NullMarked
package org.decorum.stage.cli.alias;

import org.jspecify.annotations.NullMarked;

/** Topics that are tables, as commands read and write them. */
@NullMarked
package org.decorum.stage.cli.table;

import org.jspecify.annotations.NullMarked;

/** Tables on compacted topics that anybody may write: a bad record leaves the last good one in force. */
@NullMarked
package org.decorum.stage.table;

import org.jspecify.annotations.NullMarked;

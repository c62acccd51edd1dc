/** Tests of tables that anybody may write. */
@NullMarked
package org.decorum.stage.table;

import org.jspecify.annotations.NullMarked;

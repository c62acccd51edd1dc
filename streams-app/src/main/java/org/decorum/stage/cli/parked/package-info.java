/** What came to a full backlog and was parked. */
@NullMarked
package org.decorum.stage.cli.parked;

import org.jspecify.annotations.NullMarked;

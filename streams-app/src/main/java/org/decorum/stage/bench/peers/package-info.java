/** What users would take instead of the stage: servers that decide or queue, started, asked and measured. */
@NullMarked
package org.decorum.stage.bench.peers;

import org.jspecify.annotations.NullMarked;

/** What the benchmarks measure with: HTTP hosts with workers and a queue, closed loops, figures, pictures. Knows nothing of the stage. */
@NullMarked
package org.decorum.stage.bench;

import org.jspecify.annotations.NullMarked;

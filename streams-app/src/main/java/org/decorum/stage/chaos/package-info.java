/** A crawl of real processes to which everything happens at once: its work, the faults from a seed, and what is judged. */
@NullMarked
package org.decorum.stage.chaos;

import org.jspecify.annotations.NullMarked;

/** The fetch side of Decorum: reads releases, starts each one inside its slot or not at all, and reports what became of it. */
@NullMarked
package org.decorum.fetch;

import org.jspecify.annotations.NullMarked;

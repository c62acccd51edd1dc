/** A simulated host, fetcher and stage in virtual time, and what the control law reaches with them. */
@NullMarked
package org.decorum.core.adaptive;

import org.jspecify.annotations.NullMarked;

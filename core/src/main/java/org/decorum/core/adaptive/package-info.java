/** The adaptive control law: what an origin can carry, found from the latencies of its answers. */
@NullMarked
package org.decorum.core.adaptive;

import org.jspecify.annotations.NullMarked;

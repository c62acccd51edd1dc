/** Origin identity: which set of servers pays for a URL, and the key that names it. */
@NullMarked
package org.decorum.core.origin;

import org.jspecify.annotations.NullMarked;

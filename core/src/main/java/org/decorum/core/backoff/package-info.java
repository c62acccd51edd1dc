/** Backing off: Retry-After, the ladder of pauses, and a hold with its probe. */
@NullMarked
package org.decorum.core.backoff;

import org.jspecify.annotations.NullMarked;

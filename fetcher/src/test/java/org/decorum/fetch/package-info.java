/** Slots, holds and feedback in virtual time. */
@NullMarked
package org.decorum.fetch;

import org.jspecify.annotations.NullMarked;

/** Compact binary form of state: variable-length integers and UTF-8 strings. */
@NullMarked
package org.decorum.core.codec;

import org.jspecify.annotations.NullMarked;

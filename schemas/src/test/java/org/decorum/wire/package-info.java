/** Tests of the wire. */
@NullMarked
package org.decorum.wire;

import org.jspecify.annotations.NullMarked;

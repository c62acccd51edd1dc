/** Tests of the input decoders. */
@NullMarked
package org.decorum.wire.input;

import org.jspecify.annotations.NullMarked;

/** Tests of what messages show. */
@NullMarked
package org.decorum.wire.text;

import org.jspecify.annotations.NullMarked;

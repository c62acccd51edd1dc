/** What strangers put on the input topics, judged: any bytes go in, a record or a reason comes out. */
@NullMarked
package org.decorum.wire.input;

import org.jspecify.annotations.NullMarked;

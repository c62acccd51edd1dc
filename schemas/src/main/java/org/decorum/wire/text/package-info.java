/** A stranger's words made fit for our messages. */
@NullMarked
package org.decorum.wire.text;

import org.jspecify.annotations.NullMarked;

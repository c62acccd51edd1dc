/** The stage's work: read and key requests, own origins, decide, apply, emit. */
@NullMarked
package org.decorum.stage.processor;

import org.jspecify.annotations.NullMarked;

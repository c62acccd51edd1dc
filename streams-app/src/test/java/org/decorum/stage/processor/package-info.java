/** Tests of what a task is made of. */
@NullMarked
package org.decorum.stage.processor;

import org.jspecify.annotations.NullMarked;

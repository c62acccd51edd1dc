/** Tests of what a task is made of. */
@NullMarked
package org.decorum.stage.policy;

import org.jspecify.annotations.NullMarked;

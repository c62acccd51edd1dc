/** Policies as people write them, and what of them is in force for whom. */
@NullMarked
package org.decorum.stage.policy;

import org.jspecify.annotations.NullMarked;

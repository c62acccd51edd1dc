/** Which application id and how many shards the stage has, and has had. */
@NullMarked
package org.decorum.stage.generation;

import org.jspecify.annotations.NullMarked;

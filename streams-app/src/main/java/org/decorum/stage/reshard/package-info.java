/** Gives the stage another number of shards: its changelogs are its state, and are copied into topics with as many partitions. */
@NullMarked
package org.decorum.stage.reshard;

import org.jspecify.annotations.NullMarked;

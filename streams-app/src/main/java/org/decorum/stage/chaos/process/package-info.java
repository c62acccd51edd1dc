/** Brokers, stages and fetchers as real processes on loopback, which can be killed, stopped and started again. */
@NullMarked
package org.decorum.stage.chaos.process;

import org.jspecify.annotations.NullMarked;

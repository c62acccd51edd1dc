/** The order of what waits: numbered queues by priority, lanes by start-time fair queueing. */
@NullMarked
package org.decorum.core.backlog;

import org.jspecify.annotations.NullMarked;

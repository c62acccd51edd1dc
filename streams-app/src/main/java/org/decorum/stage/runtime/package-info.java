/** What a process needs around the topology: data directory, embedded broker, topics, life cycle. */
@NullMarked
package org.decorum.stage.runtime;

import org.jspecify.annotations.NullMarked;

/** How topics, processors and stores are wired, and what they are called. */
@NullMarked
package org.decorum.stage.topology;

import org.jspecify.annotations.NullMarked;

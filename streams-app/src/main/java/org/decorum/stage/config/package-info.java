/** Settings of the stage: keys, defaults, units, and the Kafka settings that pass through. */
@NullMarked
package org.decorum.stage.config;

import org.jspecify.annotations.NullMarked;

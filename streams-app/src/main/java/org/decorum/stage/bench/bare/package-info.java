/** What the stage is measured against: a Kafka Streams application that does as little as any stateful one can. */
@NullMarked
package org.decorum.stage.bench.bare;

import org.jspecify.annotations.NullMarked;

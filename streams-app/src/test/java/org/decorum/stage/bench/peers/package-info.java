@NullMarked
package org.decorum.stage.bench.peers;

import org.jspecify.annotations.NullMarked;

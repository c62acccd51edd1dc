@NullMarked
package org.decorum.stage.bench;

import org.jspecify.annotations.NullMarked;

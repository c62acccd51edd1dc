@NullMarked
package org.decorum.stage.reshard;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.decorum.stage.generation;

import org.jspecify.annotations.NullMarked;

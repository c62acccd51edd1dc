/** What the stage counts and measures, and how that is exposed. */
@NullMarked
package org.decorum.stage.metrics;

import org.jspecify.annotations.NullMarked;

/** What holds of the whole stage. */
@NullMarked
package org.decorum.stage;

import org.jspecify.annotations.NullMarked;

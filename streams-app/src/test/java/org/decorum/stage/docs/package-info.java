/** Documents held against the code: generated pages, and the commands and examples of the README. */
@NullMarked
package org.decorum.stage.docs;

import org.jspecify.annotations.NullMarked;

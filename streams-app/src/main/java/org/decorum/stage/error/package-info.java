/** What happens to input that cannot be used and to threads that fail. */
@NullMarked
package org.decorum.stage.error;

import org.jspecify.annotations.NullMarked;

/** Read-only views of what this instance knows. */
@NullMarked
package org.decorum.stage.query;

import org.jspecify.annotations.NullMarked;

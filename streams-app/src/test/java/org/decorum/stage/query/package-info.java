/** Tests of what is shown of origins. */
@NullMarked
package org.decorum.stage.query;

import org.jspecify.annotations.NullMarked;

/** Tests of origin identity. */
@NullMarked
package org.decorum.core.origin;

import org.jspecify.annotations.NullMarked;

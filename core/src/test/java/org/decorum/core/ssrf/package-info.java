/** Tests of address and host guards. */
@NullMarked
package org.decorum.core.ssrf;

import org.jspecify.annotations.NullMarked;

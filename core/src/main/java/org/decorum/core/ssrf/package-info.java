/** Server-side request forgery: which addresses and host names a crawler must not be sent to. */
@NullMarked
package org.decorum.core.ssrf;

import org.jspecify.annotations.NullMarked;

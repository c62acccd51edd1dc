/** Tests of the registries. */
@NullMarked
package org.decorum.wire.registry;

import org.jspecify.annotations.NullMarked;

/** Tests of keys and stores. */
@NullMarked
package org.decorum.stage.store;

import org.jspecify.annotations.NullMarked;

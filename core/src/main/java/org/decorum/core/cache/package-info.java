/** What the headers of an answer tell of the caches that it passed. */
@NullMarked
package org.decorum.core.cache;

import org.jspecify.annotations.NullMarked;

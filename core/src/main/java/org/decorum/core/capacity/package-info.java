/** How many instances, and of what size, a crawl needs: a model whose coefficients are measured. */
@NullMarked
package org.decorum.core.capacity;

import org.jspecify.annotations.NullMarked;

/** How much a fleet of fetchers can take, as seen by one of the tasks that release to it. */
@NullMarked
package org.decorum.core.fleet;

import org.jspecify.annotations.NullMarked;

/** What an origin allows: limits, caps and the cost of a request. */
@NullMarked
package org.decorum.core.policy;

import org.jspecify.annotations.NullMarked;

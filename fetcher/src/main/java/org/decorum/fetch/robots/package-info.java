/** robots.txt (RFC 9309): what it says, and a fetcher that obeys it. */
@NullMarked
package org.decorum.fetch.robots;

import org.jspecify.annotations.NullMarked;

/** The reference fetcher against servers on loopback. */
@NullMarked
package org.decorum.fetch.http;

import org.jspecify.annotations.NullMarked;

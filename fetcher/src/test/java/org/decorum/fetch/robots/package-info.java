/** robots.txt: files, answers, and a fetcher that obeys. */
@NullMarked
package org.decorum.fetch.robots;

import org.jspecify.annotations.NullMarked;

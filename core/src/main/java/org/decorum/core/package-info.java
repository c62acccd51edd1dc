/** Pure rules of crawl politeness: no clock, no Kafka, no I/O. */
@NullMarked
package org.decorum.core;

import org.jspecify.annotations.NullMarked;

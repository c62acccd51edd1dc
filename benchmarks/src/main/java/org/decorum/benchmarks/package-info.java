/** JMH benchmarks of the rules that every request passes. */
@NullMarked
package org.decorum.benchmarks;

import org.jspecify.annotations.NullMarked;

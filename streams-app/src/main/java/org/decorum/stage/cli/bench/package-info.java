/** Benchmarks as commands: what runs them, and how their figures are shown and kept. */
@NullMarked
package org.decorum.stage.cli.bench;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.decorum.stage.cli.bench;

import org.jspecify.annotations.NullMarked;

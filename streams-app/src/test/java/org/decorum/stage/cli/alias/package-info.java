@NullMarked
package org.decorum.stage.cli.alias;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.decorum.stage.cli.policy;

import org.jspecify.annotations.NullMarked;

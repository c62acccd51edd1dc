/** The commands that show and change what is on {@code crawl.policies}. */
@NullMarked
package org.decorum.stage.cli.policy;

import org.jspecify.annotations.NullMarked;

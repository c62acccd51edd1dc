/** Tests of settings. */
@NullMarked
package org.decorum.stage.config;

import org.jspecify.annotations.NullMarked;

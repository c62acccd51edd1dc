/** Tests of what becomes of unusable input and of failed threads. */
@NullMarked
package org.decorum.stage.error;

import org.jspecify.annotations.NullMarked;

/** The stage's HTTP side: health for supervisors, metrics for Prometheus, a page for people. */
@NullMarked
package org.decorum.stage.http;

import org.jspecify.annotations.NullMarked;

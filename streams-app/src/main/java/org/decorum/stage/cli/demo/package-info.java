/** The demo: a whole crawl on one machine, judged by the origins' own logs. */
@NullMarked
package org.decorum.stage.cli.demo;

import org.jspecify.annotations.NullMarked;

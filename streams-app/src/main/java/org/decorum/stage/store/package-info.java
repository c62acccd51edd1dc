/** What a stream task remembers: origin states, the backlog, deferred requests, and their RocksDB options. */
@NullMarked
package org.decorum.stage.store;

import org.jspecify.annotations.NullMarked;

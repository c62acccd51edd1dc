/** Schema registries: one interface, the clients behind it, and the ledger of ids and versions that a registry keeps. */
@NullMarked
package org.decorum.wire.registry;

import org.jspecify.annotations.NullMarked;

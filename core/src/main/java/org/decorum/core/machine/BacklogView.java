package org.decorum.core.machine;

import org.decorum.core.backlog.Waiting;
import org.jspecify.annotations.Nullable;

/** Read-only view of the requests that wait, by ticket. */
@FunctionalInterface
public interface BacklogView {

    @Nullable
    Waiting at(long ticket);
}

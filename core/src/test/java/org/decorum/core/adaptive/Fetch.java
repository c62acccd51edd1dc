package org.decorum.core.adaptive;

import java.util.Optional;
import org.decorum.core.machine.BookingId;
import org.jspecify.annotations.Nullable;

/** One release and what became of it; times are microseconds of the run. */
final class Fetch {

    /** Requests in flight that it may be one of. */
    int cap;

    long slot;
    long expires;
    long started;
    long finished;
    boolean missed;

    /** What the host did; empty for a 503. */
    Optional<SimulatedHost.Service> service = Optional.empty();

    /** What the stage knows it by. */
    int epoch;

    @Nullable
    BookingId booking;
}

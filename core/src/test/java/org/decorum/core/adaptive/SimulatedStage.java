package org.decorum.core.adaptive;

import java.util.function.Consumer;

/** Books releases of an endless backlog for one host, and hears what became of them. Times are microseconds of the run. */
interface SimulatedStage {

    /** Time 0 of a run, for those who want a real date. */
    long BASE = 1_700_000_000_000_000L;

    /**
     * Books all that may be booked now.
     *
     * @param inFlight requests at the host, for a stage that is one with its fetcher
     * @param stoppedUntil when that fetcher may start again after a 503
     * @return when to ask again, if nothing happens before
     */
    long book(long now, int inFlight, long stoppedUntil, Consumer<Fetch> booked);

    void heard(Fetch fetch, long now);
}

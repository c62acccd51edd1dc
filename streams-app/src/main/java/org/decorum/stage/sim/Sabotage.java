package org.decorum.stage.sim;

/** Bugs put in on purpose: a simulation that does not notice them proves nothing. */
enum Sabotage {
    NONE,
    /** Tasks read intervals that are a tenth shorter than the policies say. */
    SHORT_INTERVALS,
    /** Fetchers start what they read at once. */
    HASTY_FETCHERS,
    /** A crash rolls the stores back, but not the position in the input. */
    INPUT_NOT_ROLLED_BACK,
    /** A crash rolls the input back, but not the stores. */
    STORES_NOT_ROLLED_BACK,
    /** What was emitted before a crash is readable though it was not committed. */
    OUTPUT_NOT_ROLLED_BACK,
    /** A new owner does not look for what is due. */
    NO_RESTORE,
    /** Tasks believe in more leases than the policies allow. */
    NO_CAP,
    /** Tasks release what is paused or blocked. */
    IGNORED_PAUSES,
    /** Tasks count each Crawl-delay from start to start. */
    IGNORED_FINISHES,
    /** Whoever an alias sends a request to books it, and asks nobody. */
    UNASKED_BOOKERS,
    /** Who gets a site learns nothing of what was. */
    FORGETFUL_GRANTS,
    /** Requests that go from one origin to another get lost now and then. */
    LOST_MOVES,
    /** Tasks reject what comes to a full backlog, whatever the policy says. */
    IGNORED_OVERFLOWS,
    /** Tasks take every answer for a hit of a cache. */
    UNPAID_MISSES
}

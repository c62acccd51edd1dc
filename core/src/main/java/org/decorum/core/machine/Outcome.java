package org.decorum.core.machine;

/** What a fetcher says became of a lease. */
public enum Outcome {
    /** The origin answered, whatever the status. */
    FETCHED,
    /** The origin did not answer. */
    FAILED,
    /** The fetcher could not ask, and the origin has no part in that. */
    UNABLE,
    /** The request was not started: its slot had passed. */
    MISSED_SLOT,
    /** The slot went to robots.txt, or to nothing while what robots.txt says is not known. */
    ROBOTS,
    /** robots.txt does not allow it: it was not started, and never will be. */
    DISALLOWED
}

package org.decorum.core.machine;

/** Why a lease goes back to the backlog. */
public enum ReturnCause {
    MISSED_SLOT,
    FAILED,
    LEASE_EXPIRED,
    /** The origin answered that it is too much. */
    OVERLOADED,
    /** robots.txt had to be read first. */
    ROBOTS
}

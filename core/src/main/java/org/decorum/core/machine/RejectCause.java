package org.decorum.core.machine;

/** Why the machine gives a request up. */
public enum RejectCause {
    BACKLOG_FULL,
    DEADLINE_PASSED,
    ATTEMPTS_EXHAUSTED,
    POLICY_BLOCKED,
    ROBOTS_DISALLOWED,
    /** The order knows a request that the backlog does not hold. */
    STATE_CORRUPT
}

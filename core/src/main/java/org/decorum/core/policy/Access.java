package org.decorum.core.policy;

/** Whether an origin or a site is asked at all. */
public enum Access {
    OPEN,
    /** Nothing is released and everything is kept; what was released before finishes. */
    PAUSED,
    /** Nothing is released, and what waits or arrives is given up. */
    BLOCKED
}

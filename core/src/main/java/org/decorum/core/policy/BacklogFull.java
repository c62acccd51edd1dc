package org.decorum.core.policy;

/** What gives way when one more request comes to an origin with as many as its policy lets wait. */
public enum BacklogFull {
    /** The request that comes. */
    REJECT_NEW,
    /** The newest of those that wait at the lowest priority, if that is lower than the new one's; else the new one. */
    DROP_LOWEST_PRIORITY,
    /** The request that comes, but it is kept elsewhere, to be published again. */
    PARK
}

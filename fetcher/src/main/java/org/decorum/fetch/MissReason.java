package org.decorum.fetch;

/** Why a release was not started, by the names of {@link org.decorum.schema.MissReason}. None costs the URL an attempt. */
public enum MissReason {
    /** The slot had passed when the release was read. */
    READ_LATE,
    /** The slot passed before the request was ready to go out. */
    STARTED_LATE,
    /** The least gap since the last start at the origin ends after the slot. */
    GAP,
    /** As many requests as allowed were in flight until the slot had passed. */
    BUSY,
    /** As many requests as the release allows were in flight at the origin until the slot had passed. */
    FULL,
    /** The origin is on hold, or the site has just answered 429 or 503. */
    HELD,
    /** The origin went on hold after this release was booked. */
    OLD_EPOCH,
    /** Kafka was not heard of for so long that a hold may have been missed, or the release be another fetcher's. */
    CUT_OFF,
    /** The partition went to another fetcher. */
    REVOKED,
    /** The loop is closing. */
    CLOSING
}

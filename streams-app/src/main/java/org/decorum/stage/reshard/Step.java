package org.decorum.stage.reshard;

/** How far a reshard is. Each step may be repeated, and a reshard that stopped after any of them goes on from there. */
public enum Step {
    /** No stage starts any more. */
    ANNOUNCED,
    /** The old generation has stopped and cannot write. */
    FENCED,
    /** The topics of the next generation exist. */
    CREATED,
    /** One more transaction of records is in them. */
    COPIED_SOME,
    /** All records are in them. */
    COPIED,
    /** They say the same as the old ones. */
    VERIFIED,
    /** The next generation is in force. */
    PUBLISHED
}

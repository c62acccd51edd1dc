package org.decorum.core.backoff;

/** What a hold is for. A state names a cause by its place here: a new one goes to the end. */
public enum HoldCause {
    /** The origin asked for it. */
    RETRY_AFTER,
    /** The origin complained and named no delay. */
    LADDER,
    /** The one request after the last hold went wrong, or got no answer. */
    PROBE_FAILED,
    /** Another origin that books the site, or did, knew of it. */
    INHERITED,
    /** One request after another went wrong. */
    FAILURES,
    /** Its robots.txt cannot be had for now. */
    ROBOTS
}

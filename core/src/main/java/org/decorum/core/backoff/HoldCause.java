package org.decorum.core.backoff;

/** What a hold is for. */
public enum HoldCause {
    /** The origin asked for it. */
    RETRY_AFTER,
    /** The origin complained and named no delay. */
    LADDER,
    /** The one request after the last hold got no answer. */
    PROBE_FAILED,
    /** Another origin that books the site, or did, knew of it. */
    INHERITED
}

package org.decorum.core.cache;

/** Whether a cache answered a request, and whether the origin behind it was asked. */
public enum CacheVerdict {
    /** A cache answered by itself. */
    HIT,
    /** A cache answered with what it knew to be old: the origin was asked as well, or may have been. */
    STALE,
    /** The origin was asked before anything was answered. */
    MISS,
    /** Nobody says. */
    UNKNOWN;

    /** What the answer took says nothing of the origin. */
    public boolean isFromCache() {
        return this == HIT || this == STALE;
    }

    /** The origin was not asked. Whatever else may be, the origin may have been. */
    public boolean sparedOrigin() {
        return this == HIT;
    }

    /**
     * Of several caches on the way, of which this one is nearer to the client: what it answered by itself counts, since
     * what the farther ones said it had kept; where it asked on, they count.
     */
    CacheVerdict behind(CacheVerdict nearer) {
        if (nearer.isFromCache()) {
            return nearer;
        }
        return isFromCache() || nearer == UNKNOWN ? this : nearer;
    }
}

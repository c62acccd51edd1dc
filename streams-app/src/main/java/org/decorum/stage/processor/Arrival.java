package org.decorum.stage.processor;

import org.decorum.schema.KeyedRequest;

/**
 * A request at its owner's door.
 *
 * @param offset position of its record among those of all generations of the stage, which tells requests apart that are deferred to the same instant
 */
record Arrival(KeyedRequest request, long offset) {

    /** What other origins send on is read from another topic, whose offsets are others'. */
    private static final long MOVED_OFFSETS = 1L << 62;

    static Arrival read(KeyedRequest request, long offset) {
        return new Arrival(request, request.getMovedFrom() == null ? offset : MOVED_OFFSETS + offset);
    }

    /** Whether another origin sent it on. */
    boolean isMoved() {
        return request.getMovedFrom() != null;
    }
}

package org.decorum.stage.generation;

/**
 * One life of the stage with a fixed number of shards. The next one has its own application id, and with that its own
 * group, stores and internal topics.
 *
 * @param baseId the application id as it is configured, and the one of the first generation
 * @param number 1 or more
 * @param shards partitions of the topics that are keyed by origin
 */
public record Generation(String baseId, int number, int shards) {

    /** So many that {@link #position} stays below what is added for moved requests. */
    static final int NUMBER_MAX = 1 << 17;

    /** Offsets of a topic are below this: at a million records a second, for half a year. */
    private static final int OFFSET_BITS = 44;

    public Generation {
        if (number < 1 || number > NUMBER_MAX) {
            throw new IllegalArgumentException("generation: " + number + " (expected: 1 to " + NUMBER_MAX + ")");
        }
        if (shards < 1) {
            throw new IllegalArgumentException("shards: " + shards + " (expected: >= 1)");
        }
    }

    public static Generation first(String baseId, int shards) {
        return new Generation(baseId, 1, shards);
    }

    public String applicationId() {
        return number == 1 ? baseId : baseId + "-g" + number;
    }

    /**
     * Where a record of a topic of this generation stands among those of all generations: topics begin at offset 0 again,
     * and what was deferred before must neither be overwritten nor overtaken.
     */
    public long position(long offset) {
        return ((number - 1L) << OFFSET_BITS) + offset;
    }

    @Override
    public String toString() {
        return "generation " + number + " (application id " + applicationId() + ", " + shards + " shards)";
    }
}

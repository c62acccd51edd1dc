package org.decorum.core.adaptive;

/** What the answers of an epoch are to show. */
enum Phase {

    /** How much an origin carries that nobody knows: 1, 2, 4 ... at once, until latency rises. */
    START,

    /** Whether the origin still is what it was. */
    CRUISE,

    /** Whether it carries a little more. */
    PROBE,

    /** What its latency is when half of it is left idle. */
    HALF;

    private static final Phase[] ALL = values();

    static Phase of(int ordinal) {
        return ALL[ordinal];
    }

    static int count() {
        return ALL.length;
    }

    boolean isTrain() {
        return this == PROBE || this == HALF;
    }
}

package org.decorum.stage.sim.farm;

/** How a virtual origin behaves. */
public enum Habit {
    /** Answers 200 at its usual speed. */
    STEADY,
    /** Four times slower than its usual speed suggests. */
    SLOW,
    /** One page in ten is gone: 404. */
    LEAKY,
    /** One request in fifty fails: 500. */
    SHAKY,
    /** One request in five is a redirect to another path of the same host: 301. */
    MOVED,
    /** Answers 429 with Retry-After whenever two requests come closer than its patience; only where configured. */
    STRICT
}

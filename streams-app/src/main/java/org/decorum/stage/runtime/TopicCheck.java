package org.decorum.stage.runtime;

/**
 * What was found of one topic.
 *
 * @param partitions its partitions now; 0 when it is missing
 * @param detail what differs and what to do; empty when nothing does
 */
public record TopicCheck(TopicSpec topic, State state, int partitions, String detail) {

    /** How a topic compares with what the stage expects. */
    public enum State {
        OK,
        CREATED,
        MISSING,
        /** Works, though not as asked for. */
        DIFFERS,
        /** The stage or its readers would fail or forget. */
        WRONG
    }

    /** Whether the stage can work with it. */
    public boolean usable() {
        return state != State.MISSING && state != State.WRONG;
    }
}

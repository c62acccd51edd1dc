package org.decorum.core.machine;

import java.util.List;

/**
 * What one event led to.
 *
 * @param state the origin's next state
 * @param effects what to do about it, in this order
 * @param changed whether the state is worth storing; false also when it is to be deleted
 * @param wakeAtMicros when the origin needs a {@link OriginEvent.Tick}; {@link #NEVER} for not before the next event
 */
public record Transition(OriginState state, List<OriginEffect> effects, boolean changed, long wakeAtMicros) {

    public static final long NEVER = Long.MAX_VALUE;

    /** Whether any of the effects is of a kind. */
    public boolean has(Class<? extends OriginEffect> kind) {
        for (OriginEffect effect : effects) {
            if (kind.isInstance(effect)) {
                return true;
            }
        }
        return false;
    }
}

package org.decorum.stage.processor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.decorum.core.machine.OriginState;
import org.jspecify.annotations.Nullable;

/**
 * In which order a task that starts meets the origins that its former owner left: each once, some at a time. All in one
 * go would keep the thread from its other tasks, its group and its transaction. It goes through the store twice: first for
 * those that were at work lately, which need no policy to tell, then for the others, if there are any. An origin that
 * something happens to before its turn is met there and then, and passed over later.
 */
final class TaskRestore {

    /** Met before their turn; in the end a new one, since it may have been large. */
    private Set<String> early = new HashSet<>();

    private boolean goesOn;
    private boolean isFirstRound = true;

    /** Whether the first round left anybody to the second. */
    private boolean isAnybodyLeft;

    private @Nullable String from;
    private byte[] fromBytes = {};

    /** Nobody was met yet. */
    void begin() {
        goesOn = true;
    }

    /** Whether there may be origins that were not met. */
    boolean goesOn() {
        return goesOn;
    }

    /** Something is about to happen to an origin. Whether it is to be met now, if the former owner knew it. */
    boolean meets(String originKey) {
        return goesOn && isToCome(originKey) && early.add(originKey);
    }

    private boolean isToCome(String originKey) {
        return Arrays.compareUnsigned(originKey.getBytes(StandardCharsets.UTF_8), fromBytes) >= 0;
    }

    /**
     * Those of the next few that are to be met now.
     *
     * @param wasAtWork whom to meet in the first round
     */
    List<KeyValue<String, OriginState>> some(
            ReadOnlyKeyValueStore<String, OriginState> origins, int looksMax, Predicate<OriginState> wasAtWork) {
        List<KeyValue<String, OriginState>> some = new ArrayList<>();
        try (KeyValueIterator<String, OriginState> rest = origins.range(from, null)) {
            for (int looks = 0; looks < looksMax && rest.hasNext(); looks++) {
                KeyValue<String, OriginState> next = rest.next();
                boolean isItsTurn =
                        isFirstRound ? wasAtWork.test(next.value) && early.add(next.key) : !early.remove(next.key);
                if (isItsTurn) {
                    some.add(next);
                } else if (isFirstRound && !early.contains(next.key)) {
                    isAnybodyLeft = true;
                }
            }
            from = rest.hasNext() ? rest.peekNextKey() : null;
        }
        if (from == null) {
            goesOn = isFirstRound && isAnybodyLeft;
            isFirstRound = false;
        } else if (!isFirstRound) {
            fromBytes = from.getBytes(StandardCharsets.UTF_8);
        }
        if (!goesOn) {
            early = new HashSet<>();
        }
        return some;
    }
}

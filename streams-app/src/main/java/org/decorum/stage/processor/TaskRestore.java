package org.decorum.stage.processor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.decorum.core.machine.OriginState;
import org.jspecify.annotations.Nullable;

/**
 * In which order a task that starts meets the origins that its former owner left: each once, as the store has them, some
 * at a time. All in one go would keep the thread from its other tasks, its group and its transaction. An origin that
 * something happens to before its turn is met there and then, and passed over later.
 */
final class TaskRestore {

    /** Met before their turn. */
    private final Set<String> early = new HashSet<>();

    private boolean goesOn;
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

    /** Those of the next few that are to be met now. */
    List<KeyValue<String, OriginState>> some(ReadOnlyKeyValueStore<String, OriginState> origins, int looksMax) {
        List<KeyValue<String, OriginState>> some = new ArrayList<>();
        try (KeyValueIterator<String, OriginState> rest = origins.range(from, null)) {
            for (int looks = 0; looks < looksMax && rest.hasNext(); looks++) {
                KeyValue<String, OriginState> next = rest.next();
                if (!early.remove(next.key)) {
                    some.add(next);
                }
            }
            from = rest.hasNext() ? rest.peekNextKey() : null;
        }
        if (from == null) {
            goesOn = false;
            early.clear();
        } else {
            fromBytes = from.getBytes(StandardCharsets.UTF_8);
        }
        return some;
    }
}

package org.decorum.stage.processor;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.decorum.schema.KeyedRequest;
import org.decorum.stage.store.BacklogKey;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a task released of late, so that the report about each, which comes soon as a rule, need not read the
 * backlog again. What it does not hold is in the backlog; a task that is restored begins with nothing.
 */
final class RecentRequests {

    /** About what an instance of the generated class takes on the heap with its key here, without its texts. */
    private static final long OBJECT_BYTES = 500;

    /** About what an entry of its metadata takes without its texts. */
    private static final long ENTRY_BYTES = 128;

    private final long bytesMax;
    private final Map<BacklogKey, KeyedRequest> requests = new LinkedHashMap<>();
    private long bytes;

    /** @param bytesMax what all of them may take together, about */
    RecentRequests(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    @Nullable
    KeyedRequest get(BacklogKey key) {
        return requests.get(key);
    }

    /** The ones that were released longest ago go where there is no room. */
    void put(BacklogKey key, KeyedRequest request) {
        remove(key);
        requests.put(key, request);
        bytes += bytes(request);
        Iterator<KeyedRequest> eldest = requests.values().iterator();
        while (bytes > bytesMax) {
            bytes -= bytes(eldest.next());
            eldest.remove();
        }
    }

    void remove(BacklogKey key) {
        KeyedRequest removed = requests.remove(key);
        if (removed != null) {
            bytes -= bytes(removed);
        }
    }

    /** A character is a byte, or two. */
    private static long bytes(KeyedRequest request) {
        long characters = request.getUrl().length() + request.getRequestId().length();
        characters +=
                2L * request.getOriginKey().length() + request.getSiteKey().length();
        for (Map.Entry<String, String> word : request.getMetadata().entrySet()) {
            characters += word.getKey().length() + word.getValue().length();
        }
        return OBJECT_BYTES + ENTRY_BYTES * request.getMetadata().size() + 2 * characters;
    }
}

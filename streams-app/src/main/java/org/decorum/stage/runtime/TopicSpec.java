package org.decorum.stage.runtime;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the stage expects of one topic.
 *
 * @param compacted keeps the last value of each key for ever; other topics forget after {@code retention}
 * @param messageBytesMax largest record, in bytes
 */
public record TopicSpec(String name, boolean compacted, Duration retention, int messageBytesMax) {
    static final String CLEANUP = "cleanup.policy";
    static final String MESSAGE_BYTES = "max.message.bytes";
    private static final Duration FOREVER = Duration.ofMillis(-1);
    private static final int SMALL = 1024 * 1024;

    static TopicSpec stream(String name, Duration retention, int messageBytesMax) {
        return new TopicSpec(name, false, retention, messageBytesMax);
    }

    /** What leaves it only when somebody takes it. */
    static TopicSpec store(String name, int messageBytesMax) {
        return new TopicSpec(name, false, FOREVER, messageBytesMax);
    }

    static TopicSpec table(String name) {
        return new TopicSpec(name, true, Duration.ZERO, SMALL);
    }

    /** Topic settings for a topic that does not exist yet. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(CLEANUP, compacted ? "compact" : "delete");
        settings.put(MESSAGE_BYTES, Integer.toString(messageBytesMax));
        if (compacted) {
            // Every reader loads the whole topic when it starts: keep the tail of superseded values short.
            settings.put("min.cleanable.dirty.ratio", "0.1");
            settings.put("segment.ms", Long.toString(Duration.ofHours(1).toMillis()));
        } else {
            settings.put("retention.ms", Long.toString(retention.toMillis()));
        }
        return settings;
    }
}

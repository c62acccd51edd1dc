package org.decorum.stage.table;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * A part of all keys, by their hash: each key is in one.
 *
 * @param number 0 to count - 1
 */
public record Shard(int number, int count) {

    /** Whether a key is in it. */
    public boolean owns(String key) {
        int hash = Utils.murmur2(key.getBytes(StandardCharsets.UTF_8));
        return Utils.toPositive(hash) % count == number;
    }
}

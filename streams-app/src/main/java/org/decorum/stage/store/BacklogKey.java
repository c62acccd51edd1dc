package org.decorum.stage.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Key of a request in a store: origin key in UTF-8, a zero byte, then two numbers in big-endian order, so that the
 * requests of an origin are neighbours and in order. An origin key holds no zero byte.
 *
 * @param major ticket in the backlog, due time among the deferred; not negative
 * @param minor 0 in the backlog, offset of the record among the deferred; not negative
 */
public record BacklogKey(String originKey, long major, long minor) {

    private static final int NUMBERS_BYTES = 2 * Long.BYTES;

    public static BacklogKey ofTicket(String originKey, long ticket) {
        return new BacklogKey(originKey, ticket, 0);
    }

    public static Serde<BacklogKey> serde() {
        return Serdes.serdeFrom((topic, key) -> key.toBytes(), (topic, bytes) -> fromBytes(bytes));
    }

    /** The bytes of the origin key in the bytes of a key. */
    public static byte[] originOf(byte[] key) {
        return Arrays.copyOf(key, key.length - 1 - NUMBERS_BYTES);
    }

    byte[] toBytes() {
        byte[] origin = originKey.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(origin.length + 1 + NUMBERS_BYTES)
                .put(origin)
                .put((byte) 0)
                .putLong(major)
                .putLong(minor)
                .array();
    }

    static BacklogKey fromBytes(byte[] bytes) {
        int originLength = bytes.length - 1 - NUMBERS_BYTES;
        ByteBuffer numbers = ByteBuffer.wrap(bytes, originLength + 1, NUMBERS_BYTES);
        return new BacklogKey(
                new String(bytes, 0, originLength, StandardCharsets.UTF_8), numbers.getLong(), numbers.getLong());
    }
}

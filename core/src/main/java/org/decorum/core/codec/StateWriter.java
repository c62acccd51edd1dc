package org.decorum.core.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Appends integers as zigzag variable-length quantities (1 to 10 bytes) and strings as length and UTF-8. */
public final class StateWriter {

    private byte[] buffer = new byte[128];
    private int size;

    public StateWriter writeByte(int value) {
        ensure(1);
        buffer[size++] = (byte) value;
        return this;
    }

    public StateWriter writeLong(long value) {
        ensure(10);
        byte[] bytes = buffer;
        int at = size;
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        size = at;
        return this;
    }

    /** What a value differs by from another one that the reader knows: few bytes where they are near each other. */
    public StateWriter writeSince(long base, long value) {
        return writeLong(value - base);
    }

    public StateWriter writeString(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        writeLong(bytes.length);
        ensure(bytes.length);
        System.arraycopy(bytes, 0, buffer, size, bytes.length);
        size += bytes.length;
        return this;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(buffer, size);
    }

    private void ensure(int more) {
        if (size + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + more));
        }
    }
}

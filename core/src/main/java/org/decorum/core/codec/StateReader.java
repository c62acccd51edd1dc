package org.decorum.core.codec;

import java.nio.charset.StandardCharsets;

/** Reads what {@link StateWriter} wrote. Bytes that it cannot have written are a {@link CorruptStateException}. */
public final class StateReader {

    private final byte[] bytes;
    private int position;

    public StateReader(byte[] bytes) {
        this.bytes = bytes;
    }

    public int readByte() {
        if (position >= bytes.length) {
            throw new CorruptStateException("ended after " + bytes.length + " bytes (expected: more)");
        }
        return bytes[position++] & 0xFF;
    }

    /**
     * The version that the bytes begin with.
     *
     * @throws NewerStateException if only a later release can read them
     */
    public int readVersion(String what, int oldest, int newest) {
        int version = readByte();
        if (version > newest) {
            throw new NewerStateException(what, version, newest);
        }
        if (version < oldest) {
            throw new CorruptStateException(
                    what + " version: " + version + " (expected: " + oldest + " to " + newest + ")");
        }
        return version;
    }

    public long readLong() {
        long raw = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = readByte();
            if (shift == 63 && next > 1) {
                break;
            }
            raw |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw new CorruptStateException("integer of over 64 bits at " + position);
    }

    /** A value that was written as what it differs by from this one; it may be any, as the difference wraps around. */
    public long readSince(long base) {
        return base + readLong();
    }

    public int readInt() {
        long value = readLong();
        if (value != (int) value) {
            throw new CorruptStateException("integer: " + value + " (expected: 32 bits)");
        }
        return (int) value;
    }

    /** A count of things that take at least one byte each. */
    public int readCount() {
        int count = readInt();
        if (count < 0 || count > bytes.length - position) {
            throw new CorruptStateException("count: " + count + " (expected: 0 to " + (bytes.length - position) + ")");
        }
        return count;
    }

    public String readString() {
        int length = readCount();
        position += length;
        return new String(bytes, position - length, length, StandardCharsets.UTF_8);
    }

    public void expectEnd() {
        if (position != bytes.length) {
            throw new CorruptStateException((bytes.length - position) + " bytes left over (expected: none)");
        }
    }
}

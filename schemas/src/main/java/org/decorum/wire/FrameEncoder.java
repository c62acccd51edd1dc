package org.decorum.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.io.BinaryData;
import org.apache.avro.io.BinaryEncoder;

/**
 * Avro's binary encoding into one growing array that starts with the wire header, so that a record is written once and copied
 * once. Reused by its thread; a buffer that a large record has blown up is let go afterwards.
 */
final class FrameEncoder extends BinaryEncoder {

    private static final int INITIAL_BYTES = 1024;
    private static final int KEPT_BYTES_MAX = 1 << 20;
    private static final int NUMBER_BYTES_MAX = 10;

    private byte[] buffer = new byte[INITIAL_BYTES];
    private int position;

    /** Starts a record. */
    FrameEncoder start(int schemaId) {
        WireFormat.putHeader(buffer, schemaId);
        position = WireFormat.HEADER_BYTES;
        return this;
    }

    /** Header and record as an array of its own. */
    byte[] finish() {
        byte[] framed = Arrays.copyOf(buffer, position);
        if (buffer.length > KEPT_BYTES_MAX) {
            buffer = new byte[INITIAL_BYTES];
        }
        return framed;
    }

    @Override
    public void writeBoolean(boolean b) {
        reserve(1);
        position += BinaryData.encodeBoolean(b, buffer, position);
    }

    @Override
    public void writeInt(int n) {
        reserve(NUMBER_BYTES_MAX);
        position += BinaryData.encodeInt(n, buffer, position);
    }

    @Override
    public void writeLong(long n) {
        reserve(NUMBER_BYTES_MAX);
        position += BinaryData.encodeLong(n, buffer, position);
    }

    @Override
    public void writeFloat(float f) {
        reserve(Float.BYTES);
        position += BinaryData.encodeFloat(f, buffer, position);
    }

    @Override
    public void writeDouble(double d) {
        reserve(Double.BYTES);
        position += BinaryData.encodeDouble(d, buffer, position);
    }

    @Override
    public void writeString(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writeInt(bytes.length);
        writeFixed(bytes, 0, bytes.length);
    }

    @Override
    public void writeFixed(byte[] bytes, int start, int length) {
        reserve(length);
        System.arraycopy(bytes, start, buffer, position, length);
        position += length;
    }

    @Override
    protected void writeZero() {
        reserve(1);
        buffer[position++] = 0;
    }

    @Override
    public int bytesBuffered() {
        return position;
    }

    @Override
    public void flush() {}

    private void reserve(int bytes) {
        int needed = Math.addExact(position, bytes);
        if (needed > buffer.length) {
            buffer =
                    Arrays.copyOf(buffer, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, buffer.length * 2L)));
        }
    }
}

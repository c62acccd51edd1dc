package org.decorum.wire;

/**
 * Confluent's wire format: magic byte 0, the schema id in four bytes, most significant first, then the Avro binary.
 * Other framings (id in a header, magic byte 1) would be siblings of this class.
 */
public final class WireFormat {

    public static final byte MAGIC = 0;
    public static final int HEADER_BYTES = 5;

    private WireFormat() {}

    /** Whether the bytes start as a framed record does. */
    public static boolean isFramed(byte[] bytes) {
        return bytes.length >= HEADER_BYTES && bytes[0] == MAGIC;
    }

    /** Schema id of a framed record. */
    public static int schemaId(byte[] framed) {
        return (framed[1] & 0xff) << 24 | (framed[2] & 0xff) << 16 | (framed[3] & 0xff) << 8 | (framed[4] & 0xff);
    }

    /** Writes the header into the first five bytes of {@code target}. */
    static void putHeader(byte[] target, int schemaId) {
        target[0] = MAGIC;
        target[1] = (byte) (schemaId >>> 24);
        target[2] = (byte) (schemaId >>> 16);
        target[3] = (byte) (schemaId >>> 8);
        target[4] = (byte) schemaId;
    }
}

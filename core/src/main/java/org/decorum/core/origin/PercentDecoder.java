package org.decorum.core.origin;

import java.nio.charset.StandardCharsets;

/**
 * Percent-decoding of the URL Standard: {@code %} and two hex digits become one byte, anything else stays, and the bytes
 * are read as UTF-8 with U+FFFD for what is not UTF-8.
 */
final class PercentDecoder {
    private PercentDecoder() {}

    static String decode(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length && bytes[i] == '%' ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
            if (low >= 0) {
                bytes[length++] = (byte) (high << 4 | low);
                i += 2;
            } else {
                bytes[length++] = bytes[i];
            }
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}

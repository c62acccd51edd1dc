package org.decorum.core.origin;

import java.util.Optional;

/**
 * An IPv6 address by the parser and serialiser of the URL Standard: no zone, an IPv4 tail only as four decimal numbers
 * without leading zeros, printed as RFC 5952 wants it (lower case, the first longest run of zero pieces compressed).
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
record Ipv6Address(long high, long low) {
    private static final int PIECES = 8;

    /** Reads {@code text[from, to)}, the inside of the brackets. */
    static Optional<Ipv6Address> parse(String text, int from, int to) {
        return new Reader(text, from, to).read();
    }

    private static Ipv6Address ofPieces(int[] pieces) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < PIECES / 2; i++) {
            high = high << 16 | pieces[i];
            low = low << 16 | pieces[i + PIECES / 2];
        }
        return new Ipv6Address(high, low);
    }

    private int piece(int index) {
        long half = index < PIECES / 2 ? high : low;
        return (int) (half >>> (48 - 16 * (index % (PIECES / 2)))) & 0xffff;
    }

    String bracketed() {
        int runFrom = -1;
        int runLength = 1;
        for (int i = 0; i < PIECES; i++) {
            int end = i;
            while (end < PIECES && piece(end) == 0) {
                end++;
            }
            if (end - i > runLength) {
                runFrom = i;
                runLength = end - i;
            }
            i = Math.max(i, end);
        }
        StringBuilder out = new StringBuilder(41).append('[');
        for (int i = 0; i < PIECES; i++) {
            if (i == runFrom) {
                out.append(i == 0 ? "::" : ":");
                i += runLength - 1;
                continue;
            }
            out.append(Integer.toHexString(piece(i)));
            if (i < PIECES - 1) {
                out.append(':');
            }
        }
        return out.append(']').toString();
    }

    /** One pass over the text; {@code compressAt} is the piece at which {@code ::} stood, or -1. */
    private static final class Reader {
        private final String text;
        private final int to;
        private final int[] pieces = new int[PIECES];
        private int at;
        private int count;
        private int compressAt = -1;

        Reader(String text, int from, int to) {
            this.text = text;
            this.at = from;
            this.to = to;
        }

        Optional<Ipv6Address> read() {
            if (peek(0) == ':') {
                if (peek(1) != ':') {
                    return Optional.empty();
                }
                at += 2;
                compressAt = ++count;
            }
            while (at < to) {
                if (count == PIECES || !readPiece()) {
                    return Optional.empty();
                }
            }
            if (compressAt >= 0) {
                expand();
            } else if (count != PIECES) {
                return Optional.empty();
            }
            return Optional.of(ofPieces(pieces));
        }

        private boolean readPiece() {
            if (peek(0) == ':') {
                if (compressAt >= 0) {
                    return false;
                }
                at++;
                compressAt = ++count;
                return true;
            }
            int start = at;
            int value = 0;
            while (at < start + 4 && at < to && Character.digit(text.charAt(at), 16) >= 0 && text.charAt(at) < 128) {
                value = value << 4 | Character.digit(text.charAt(at++), 16);
            }
            if (peek(0) == '.') {
                at = start;
                return readIpv4Tail();
            }
            if (peek(0) == ':') {
                at++;
                if (at == to) {
                    return false;
                }
            } else if (at < to) {
                return false;
            }
            pieces[count++] = value;
            return true;
        }

        private boolean readIpv4Tail() {
            if (count > PIECES - 2) {
                return false;
            }
            int octets = 0;
            long value = 0;
            while (at < to) {
                if (octets > 0) {
                    if (peek(0) != '.' || octets == 4) {
                        return false;
                    }
                    at++;
                }
                int octet = readOctet();
                if (octet < 0) {
                    return false;
                }
                value = value << 8 | octet;
                octets++;
            }
            pieces[count++] = (int) (value >>> 16);
            pieces[count++] = (int) (value & 0xffff);
            return octets == 4;
        }

        private int readOctet() {
            int start = at;
            int octet = 0;
            while (at < to && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                boolean leadingZero = at > start && octet == 0;
                octet = octet * 10 + (text.charAt(at++) - '0');
                if (leadingZero || octet > 255) {
                    return -1;
                }
            }
            return at == start ? -1 : octet;
        }

        /** Moves the pieces after {@code ::} to the end. */
        private void expand() {
            int moved = count - compressAt;
            for (int i = 1; i <= moved; i++) {
                int piece = pieces[count - i];
                pieces[count - i] = 0;
                pieces[PIECES - i] = piece;
            }
        }

        private int peek(int ahead) {
            return at + ahead < to ? text.charAt(at + ahead) : -1;
        }
    }
}

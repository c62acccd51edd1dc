package org.decorum.stage.sim.farm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One client connection: collects request heads, one request at a time, and writes answers. Bodies are not expected. */
final class FarmConnection {

    private static final int HEAD_BYTES_MAX = 64 << 10;
    private static final int BUFFER_BYTES = 2_048;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SelectionKey key;
    private ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
    private ByteBuffer out = NOTHING;

    /** What the farm needs to know of a request. */
    record Asked(String host, String path) {}

    FarmConnection(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    /** Reads what is there; the answer is a request once its head is complete. */
    @Nullable
    Asked read() throws IOException {
        if (!in.hasRemaining()) {
            grow();
        }
        if (channel.read(in) < 0) {
            throw new IOException("closed by the client");
        }
        return takeRequest();
    }

    /** A request that came together with the one before. */
    @Nullable
    Asked takeRequest() throws IOException {
        int end = headEnd();
        if (end < 0) {
            return null;
        }
        String head = new String(in.array(), 0, end, StandardCharsets.ISO_8859_1);
        in.flip().position(end);
        in.compact();
        key.interestOps(0);
        return parse(head);
    }

    boolean write(ByteBuffer answer) throws IOException {
        out = answer;
        return flush();
    }

    /** Goes on writing; true once the answer is out and the connection waits for the next request. */
    boolean flush() throws IOException {
        channel.write(out);
        boolean done = !out.hasRemaining();
        if (done) {
            out = NOTHING;
        }
        key.interestOps(done ? SelectionKey.OP_READ : SelectionKey.OP_WRITE);
        return done;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is gone either way.
        }
    }

    private void grow() throws IOException {
        if (in.capacity() >= HEAD_BYTES_MAX) {
            throw new IOException("request head: more than " + HEAD_BYTES_MAX + " bytes");
        }
        in = ByteBuffer.allocate(2 * in.capacity()).put(in.flip());
    }

    private int headEnd() {
        byte[] bytes = in.array();
        for (int i = 3; i < in.position(); i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n' && bytes[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private static Asked parse(String head) throws IOException {
        int pathStart = head.indexOf(' ') + 1;
        int pathEnd = head.indexOf(' ', pathStart);
        int hostStart = head.toLowerCase(Locale.ROOT).indexOf("\r\nhost:");
        if (pathEnd < 0 || hostStart < 0) {
            throw new IOException("no HTTP/1.1 request");
        }
        String host =
                head.substring(hostStart + 7, head.indexOf('\r', hostStart + 2)).trim();
        return new Asked(host.toLowerCase(Locale.ROOT), head.substring(pathStart, pathEnd));
    }
}

package org.decorum.stage.sim.farm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loopback HTTP server with one thread. Each answer is decided when its request arrives, and waits in a queue instead
 * of blocking a thread. The arrival time of a request is taken when the kernel says that its connection is readable,
 * before anything is read.
 */
public final class LoopbackServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LoopbackServer.class);
    private static final int BACKLOG = 4_096;
    private static final long SELECT_MILLIS_MAX = 100;
    private static final long NAP_MICROS = 100;

    /** What stands behind the server; called by its one thread. */
    @FunctionalInterface
    public interface Site {
        /** @param arrivedMicros microseconds since 1970 UTC; never goes back */
        Reply answer(String host, String path, long arrivedMicros);
    }

    private final Site site;
    private final Precision precision;
    private final FarmClock clock = new FarmClock();
    private final PriorityQueue<Due> answers = new PriorityQueue<>();
    private final Selector selector;
    private final ServerSocketChannel server;
    private final InetSocketAddress address;
    private final Thread thread;
    private volatile boolean closed;
    private long sequence;

    /** How exactly answers go out at their time. */
    public enum Precision {
        /** Up to 1 ms late, at no cost. */
        MILLIS,
        /** About 0.1 ms late; the last millisecond before an answer is spent in short naps. */
        FINE
    }

    private record Due(Reply reply, long sequence, FarmConnection to) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(reply.readyMicros(), other.reply.readyMicros());
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private LoopbackServer(int port, Precision precision, Site site) throws IOException {
        this.site = site;
        this.precision = precision;
        this.selector = Selector.open();
        this.server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        this.address = (InetSocketAddress) server.getLocalAddress();
        this.thread = new Thread(this::run, "loopback-" + address.getPort());
        thread.setDaemon(true);
    }

    /** @param port 0 takes any free one */
    public static LoopbackServer start(int port, Precision precision, Site site) {
        try {
            LoopbackServer server = new LoopbackServer(port, precision, site);
            server.thread.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("farm on port " + port, e);
        }
    }

    public InetSocketAddress address() {
        return address;
    }

    private void run() {
        try (selector;
                server) {
            while (!closed) {
                turn();
            }
            selector.keys().forEach(LoopbackServer::hangUp);
        } catch (IOException e) {
            LOG.error("farm on {} stops", address, e);
        }
    }

    private void turn() throws IOException {
        await();
        long arrivedMicros = clock.nowMicros();
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.isValid()) {
                handle(key, arrivedMicros);
            }
        }
        selector.selectedKeys().clear();
        answerDue();
    }

    private void await() throws IOException {
        Due next = answers.peek();
        long waitMicros =
                next == null ? SELECT_MILLIS_MAX * 1_000 : next.reply().readyMicros() - clock.nowMicros();
        long roundedUp = precision == Precision.MILLIS ? 999 : 0;
        long waitMillis = Math.min(SELECT_MILLIS_MAX, (Math.max(0, waitMicros) + roundedUp) / 1_000);
        if (waitMillis > 0) {
            selector.select(waitMillis);
            return;
        }
        if (waitMicros > 0) {
            LockSupport.parkNanos(1_000 * Math.min(waitMicros, NAP_MICROS));
        }
        selector.selectNow();
    }

    private void handle(SelectionKey key, long arrivedMicros) throws IOException {
        if (key.isAcceptable()) {
            accept();
            return;
        }
        FarmConnection connection = (FarmConnection) key.attachment();
        try {
            if (key.isWritable()) {
                if (connection.flush()) {
                    take(connection, connection.takeRequest(), arrivedMicros);
                }
            } else {
                take(connection, connection.read(), arrivedMicros);
            }
        } catch (IOException e) {
            connection.close();
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = server.accept();
        while (channel != null) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            key.attach(new FarmConnection(channel, key));
            channel = server.accept();
        }
    }

    private void take(FarmConnection connection, FarmConnection.@Nullable Asked asked, long arrivedMicros) {
        if (asked != null) {
            answers.add(new Due(site.answer(asked.host(), asked.path(), arrivedMicros), sequence++, connection));
        }
    }

    private void answerDue() {
        Due due = answers.peek();
        while (due != null && due.reply().readyMicros() <= clock.nowMicros()) {
            answers.remove();
            answer(due);
            due = answers.peek();
        }
    }

    private void answer(Due due) {
        FarmConnection connection = due.to();
        if (!connection.isOpen()) {
            return;
        }
        try {
            if (connection.write(due.reply().bytes())) {
                take(connection, connection.takeRequest(), clock.nowMicros());
            }
        } catch (IOException e) {
            connection.close();
        }
    }

    private static void hangUp(SelectionKey key) {
        if (key.attachment() instanceof FarmConnection connection) {
            connection.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

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
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loopback HTTP server that plays any number of origins, made up on first sight. One
 * thread does everything: answers wait in a queue instead of blocking threads, and the arrival time of a request is
 * taken when the kernel says that its connection is readable, before anything is read.
 */
public final class OriginFarm implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OriginFarm.class);
    private static final int BACKLOG = 4_096;
    private static final long SELECT_MILLIS_MAX = 100;

    private final FarmSettings settings;
    private final OriginNaming naming;
    private final FarmClock clock = new FarmClock();
    private final Map<String, VirtualOrigin> origins = new ConcurrentHashMap<>();
    private final PriorityQueue<Due> answers = new PriorityQueue<>();
    private final Selector selector;
    private final ServerSocketChannel server;
    private final InetSocketAddress address;
    private final Thread thread;
    private volatile boolean closed;
    private long sequence;

    private record Due(Reply reply, long sequence, FarmConnection to) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(reply.readyMicros(), other.reply.readyMicros());
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private OriginFarm(FarmSettings settings, OriginNaming naming) throws IOException {
        this.settings = settings;
        this.naming = naming;
        this.selector = Selector.open();
        this.server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), settings.port()), BACKLOG);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        this.address = (InetSocketAddress) server.getLocalAddress();
        this.thread = new Thread(this::run, "origin-farm");
        thread.setDaemon(true);
    }

    /** Opens a farm on loopback where each host is an origin. */
    public static OriginFarm start(FarmSettings settings) {
        return start(settings, OriginNaming.BY_HOST);
    }

    /** Opens a farm on loopback. */
    public static OriginFarm start(FarmSettings settings, OriginNaming naming) {
        try {
            OriginFarm farm = new OriginFarm(settings, naming);
            farm.thread.start();
            return farm;
        } catch (IOException e) {
            throw new UncheckedIOException("farm on port " + settings.port(), e);
        }
    }

    public InetSocketAddress address() {
        return address;
    }

    /** The logs by origin, in the order of names. */
    public Map<String, AccessLog> logs() {
        Map<String, AccessLog> logs = new TreeMap<>();
        origins.forEach((name, origin) -> logs.put(name, origin.log()));
        return logs;
    }

    private void run() {
        try (selector;
                server) {
            while (!closed) {
                turn();
            }
            selector.keys().forEach(OriginFarm::hangUp);
        } catch (IOException e) {
            LOG.error("farm on {} stops", address, e);
        }
    }

    private void turn() throws IOException {
        long waitMillis = waitMillis();
        if (waitMillis > 0) {
            selector.select(waitMillis);
        } else {
            selector.selectNow();
        }
        long arrivedMicros = clock.nowMicros();
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.isValid()) {
                handle(key, arrivedMicros);
            }
        }
        selector.selectedKeys().clear();
        answerDue();
    }

    private long waitMillis() {
        Due next = answers.peek();
        if (next == null) {
            return SELECT_MILLIS_MAX;
        }
        long waitMicros = next.reply().readyMicros() - clock.nowMicros();
        return Math.min(SELECT_MILLIS_MAX, Math.max(0, (waitMicros + 999) / 1_000));
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
        if (asked == null) {
            return;
        }
        String name = naming.originOf(asked.host(), asked.path());
        VirtualOrigin origin = origins.computeIfAbsent(name, host -> new VirtualOrigin(host, settings));
        answers.add(new Due(origin.answer(asked.path(), arrivedMicros), sequence++, connection));
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

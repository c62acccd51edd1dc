package org.decorum.stage.runtime;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Default ports of a local Kafka, below the ephemeral range, and questions about loopback ports. */
public final class Ports {
    public static final int BROKER = 19092;
    public static final int REGISTRY = 19081;

    private static final int FIRST = 20_000;
    private static final int SPAN = 10_000;

    /** Each process begins somewhere else, and asks for none twice in a row. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(SPAN));

    private Ports() {}

    /** Whether a server could listen on this loopback port now. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As Kafka and Jetty do; a socket in TIME_WAIT does not block a restart.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /**
     * A loopback port that nobody listened on a moment ago. It is none that the system would give to a client meanwhile:
     * brokers that look for each other before they listen take hundreds of those.
     */
    public static int anyFree() {
        for (int tries = 0; tries < SPAN; tries++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), SPAN);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free loopback port from " + FIRST + " to " + (FIRST + SPAN - 1));
    }
}

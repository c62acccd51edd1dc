package org.decorum.stage.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Default ports of a local Kafka, below the ephemeral range, and questions about loopback ports. */
public final class Ports {
    public static final int BROKER = 19092;
    public static final int REGISTRY = 19081;

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

    /** A loopback port that nobody listened on a moment ago. */
    public static int anyFree() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free loopback port", e);
        }
    }
}

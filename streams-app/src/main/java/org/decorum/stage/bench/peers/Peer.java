package org.decorum.stage.bench.peers;

import java.time.Duration;

/** A server that a user might take instead, as a process of its own on loopback. It only decides: nothing is held. */
public interface Peer extends AutoCloseable {

    /** As the server tells it. */
    String version();

    /** CPU time that all its processes have taken so far. */
    Duration cpuTime();

    /** One more connection. */
    Decider connect();

    /** Ends the server. */
    @Override
    void close();
}

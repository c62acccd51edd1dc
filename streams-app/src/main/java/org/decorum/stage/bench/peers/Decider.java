package org.decorum.stage.bench.peers;

import java.util.List;

/** One connection over which a server is asked whether a request may go. */
public interface Decider extends AutoCloseable {

    /** Asks for each key, all in one round trip: how long each has to wait, microseconds. */
    List<Long> waitMicros(List<String> keys);

    /** Whether one that has to wait has its time already, and need not ask again. */
    boolean isBooked();

    @Override
    void close();
}

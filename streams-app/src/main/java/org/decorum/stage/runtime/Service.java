package org.decorum.stage.runtime;

import java.util.List;
import java.util.Optional;
import org.decorum.stage.error.Stop;

/** Something that runs until it is closed, and whose health a supervisor asks for. */
public interface Service extends AutoCloseable {

    void start();

    /** False once it can only be helped by a restart. */
    boolean live();

    /** True while it does its work; false while it starts, restores, rebalances or stops, or Kafka is away. */
    boolean ready();

    /** Why it is not live or not ready, one sentence each; empty when it is both. */
    List<String> complaints();

    /** Why it is not live, when nobody asked it to stop; empty otherwise. */
    Optional<Stop> stopped();

    @Override
    void close();
}

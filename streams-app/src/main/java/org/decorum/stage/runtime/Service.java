package org.decorum.stage.runtime;

import java.util.List;

/** Something that runs until it is closed, and whose health a supervisor asks for. */
public interface Service extends AutoCloseable {

    void start();

    /** False once it can only be helped by a restart. */
    boolean live();

    /** True while it does its work; false while it starts, restores, rebalances or stops. */
    boolean ready();

    /** Why it is not live or not ready, one sentence each; empty when it is both. */
    List<String> complaints();

    @Override
    void close();
}

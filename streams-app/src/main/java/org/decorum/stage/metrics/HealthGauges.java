package org.decorum.stage.metrics;

/** How this instance is. Read from another thread at any time. */
public interface HealthGauges {

    boolean ready();

    /** Since the last commit of the stream thread that has waited longest for one; 0 where none has work. */
    double commitAgeSeconds();
}

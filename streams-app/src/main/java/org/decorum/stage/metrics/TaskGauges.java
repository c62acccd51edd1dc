package org.decorum.stage.metrics;

/** What one stage task holds now. Read from another thread at any time, so each answer is a field, not a scan. */
public interface TaskGauges {

    /** Requests that wait. */
    long backlog();

    /** Releases without an outcome yet. */
    long inFlight();

    /** Origins with state. */
    long origins();

    /** Whether origins that are due wait, since as many are out. */
    boolean isCrowded();
}

package org.decorum.stage.metrics;

/** Why a stream thread was replaced. */
public enum RestartCause {
    /** Kafka did not answer in time, or gave the thread up: it was away, slow, or had lost a disk. */
    KAFKA,

    /** The schema registry did not answer. */
    REGISTRY,

    /** Anything else: most likely a bug. */
    FAILURE
}

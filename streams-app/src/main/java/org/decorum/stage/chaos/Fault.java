package org.decorum.stage.chaos;

/**
 * One fault as it is planned.
 *
 * @param atMillis when, counted from the first request
 * @param pick which of those that can be hit: the remainder by their number
 * @param millis how long until it is healed
 * @param seed of what the fault itself draws
 */
public record Fault(long atMillis, FaultKind kind, int pick, int millis, long seed) {}

package org.decorum.stage.bench;

/**
 * What the stage went by when it gave a slot.
 *
 * @param atMicros since the first arrival at the host
 * @param pagesPerSecond pace
 * @param inFlightMax cap on requests in flight; 0 where there was none
 * @param normalMicros what an answer takes while nothing waits; 0 while it is not known
 */
public record Belief(long atMicros, double pagesPerSecond, int inFlightMax, long normalMicros) {}

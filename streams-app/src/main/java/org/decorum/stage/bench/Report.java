package org.decorum.stage.bench;

/**
 * What the fetcher told the stage of one request, in microseconds since the first arrival at the host. Its latency
 * beside the host's own shows what the client and a busy machine add, which the stage cannot tell from a slow host.
 *
 * @param outcome as in its feedback, with the status
 */
public record Report(long startedMicros, long finishedMicros, String outcome) {}

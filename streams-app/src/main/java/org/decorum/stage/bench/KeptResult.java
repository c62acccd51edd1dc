package org.decorum.stage.bench;

/**
 * A result that was read from a file.
 *
 * @param source the file's name, for a link and for messages
 * @param quick whether it was run with small sizes, so that its figures say nothing
 */
public record KeptResult(BenchResult result, String source, boolean quick) {}

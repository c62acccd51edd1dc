package org.decorum.stage.cli.bench;

import java.util.List;
import java.util.stream.Collectors;

/** What {@code bench all} runs, in this order; a benchmark joins with one line here. */
final class Suite {

    /**
     * A benchmark.
     *
     * @param name of the command
     * @param quick options that make it small: it ends soon, and its figures say nothing
     */
    record Part(String name, List<String> quick) {}

    static final List<Part> PARTS = List.of(
            part("cycle", "--urls=20000", "--origins=2000", "--runs=1"),
            part("state", "--origins=1000,10000", "--urls=10000", "--runs=1"),
            part("backlog", "--origins=10000", "--rate=500", "--seconds=5", "--runs=1"),
            part("punctuality", "--origins=1000", "--rate=200", "--seconds=5", "--runs=1"),
            part("hot", "--origins=20", "--rate=500", "--seconds=5", "--runs=1"),
            part("memory", "--origins=10000", "--restarts=1"),
            part("restore", "--origins=10000", "--runs=1"),
            part("writes", "--urls=5000", "--origins=1000"),
            part("core", "--runs=1", "--millis=500"),
            part("peers", "--urls=20000", "--origins=2000", "--runs=1", "--seconds=1", "--honesty-seconds=5"),
            part("adaptive", "--scenario=steady", "--seconds=10"),
            part("failover", "--protocol=classic", "--origins=1000", "--runs=1"),
            part("flood", "--urls=100000", "--quiet-seconds=10"));

    private Suite() {}

    private static Part part(String name, String... quick) {
        return new Part(name, List.of(quick));
    }

    static String names() {
        return PARTS.stream().map(Part::name).collect(Collectors.joining(", "));
    }
}

package org.decorum.stage.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has of the machine's memory, as Linux counts it.
 *
 * @param rssBytes now ({@code VmRSS})
 * @param rssMaxBytes the most so far ({@code VmHWM})
 */
public record ProcessMemory(long rssBytes, long rssMaxBytes) {

    private static final String NOW = "VmRSS:";
    private static final String MOST = "VmHWM:";

    /** Of a process that runs. */
    public static ProcessMemory of(long pid) throws IOException {
        return parse(Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")));
    }

    /** Whether this system tells. */
    public static boolean isTold() {
        return Files.isReadable(Path.of("/proc/self/status"));
    }

    static ProcessMemory parse(List<String> status) {
        return new ProcessMemory(bytes(status, NOW), bytes(status, MOST));
    }

    /** Such as {@code VmHWM:  123456 kB}. */
    private static long bytes(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip().split("\\s+"))
                .filter(words -> words.length == 2 && words[1].equals("kB"))
                .mapToLong(words -> Long.parseLong(words[0]) * 1_024)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "status: no " + name + " (expected: a line with it, as of a process that runs)"));
    }
}

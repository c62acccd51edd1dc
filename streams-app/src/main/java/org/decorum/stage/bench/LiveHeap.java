package org.decorum.stage.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What another Java process keeps in its heap: its {@code jcmd} collects all garbage, then counts what is left. */
public final class LiveHeap {

    private static final String TOTAL = "Total";

    private LiveHeap() {}

    /** Whether this Java has what it takes. */
    public static boolean isTold() {
        return Files.isExecutable(jcmd());
    }

    /** Bytes of all live objects. */
    public static long bytes(long pid) throws IOException, InterruptedException {
        Process asked = new ProcessBuilder(jcmd().toString(), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        List<String> answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        int exitCode = asked.waitFor();
        if (exitCode != 0) {
            throw new IOException("jcmd ended with " + exitCode + " (expected: 0): " + String.join("; ", answer));
        }
        return total(answer);
    }

    /** Such as {@code Total  1234567  89012345}: objects, and their bytes. */
    static long total(List<String> histogram) {
        return histogram.stream()
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length == 3 && words[0].equals(TOTAL))
                .mapToLong(words -> Long.parseLong(words[2]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("class histogram: no line with " + TOTAL));
    }

    private static Path jcmd() {
        return Path.of(System.getProperty("java.home"), "bin", "jcmd");
    }
}

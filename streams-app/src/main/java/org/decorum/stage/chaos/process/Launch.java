package org.decorum.stage.chaos.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A command line of Decorum in a Java process of its own, on this process's Java and class path. */
public final class Launch {

    private static final String MAIN = "org.decorum.stage.cli.Decorum";

    /** How much of the machine a process may claim. */
    public enum Claim {
        /**
         * Many small processes share a machine, and none lives long: no compiler that pays only later, no collector with
         * threads of its own; and the judge shares the machine with those whom it judges, and must not be late.
         */
        FRUGAL(
                List.of("nice", "-n", "5"),
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-XX:+ExitOnOutOfMemoryError")),

        /** What it would have in production: its speed is measured. */
        FULL(List.of(), List.of("-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError"));

        private final List<String> prefix;
        private final List<String> options;

        Claim(List<String> prefix, List<String> options) {
            this.prefix = prefix;
            this.options = options;
        }
    }

    private final Claim claim;
    private final int heapMegabytes;
    private final List<String> arguments;
    private final Map<String, String> settings = new LinkedHashMap<>();

    Launch(int heapMegabytes, List<String> arguments) {
        this(Claim.FRUGAL, heapMegabytes, arguments);
    }

    Launch(Claim claim, int heapMegabytes, List<String> arguments) {
        this.claim = claim;
        this.heapMegabytes = heapMegabytes;
        this.arguments = List.copyOf(arguments);
    }

    /** One {@code -D} of the command; the last word on a key counts. */
    public synchronized Launch set(String key, Object value) {
        settings.put(key, value.toString());
        return this;
    }

    /** Many of them. */
    public Launch set(Map<String, ?> more) {
        more.forEach(this::set);
        return this;
    }

    synchronized List<String> command() {
        List<String> command = new ArrayList<>(claim.prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heapMegabytes + "m");
        command.addAll(claim.options);
        if (claim == Claim.FULL) {
            pages().ifPresent(command::add);
        }
        command.add("-Ddecorum.parent.pid=" + ProcessHandle.current().pid());
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(MAIN);
        command.addAll(arguments);
        settings.forEach((key, value) -> command.add("-D" + key + "=" + value));
        return command;
    }

    /** Large pages or not, as this process was told. */
    private static Optional<String> pages() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.endsWith("UseTransparentHugePages"))
                .reduce((first, last) -> last);
    }
}

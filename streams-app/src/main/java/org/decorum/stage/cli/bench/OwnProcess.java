package org.decorum.stage.cli.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a command line of Decorum in a Java process like this one: nothing that an earlier one left in heap, compiler or
 * threads is measured, and one that dies takes no other with it.
 */
final class OwnProcess implements SuiteRun.Runner {

    private static final String MAIN = "org.decorum.stage.cli.Decorum";
    private static final String PARENT = "-Ddecorum.parent.pid=";

    private final PrintWriter out;

    /** @param out gets what the command prints; its progress goes to this process's standard error */
    OwnProcess(PrintWriter out) {
        this.out = out;
    }

    @Override
    public int run(List<String> arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            process.getOutputStream().close();
            String line = lines.readLine();
            while (line != null) {
                out.println(line);
                out.flush();
                line = lines.readLine();
            }
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }

    private static List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith(PARENT) && !option.startsWith("-agentlib:"))
                .forEach(command::add);
        command.add(PARENT + ProcessHandle.current().pid());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(MAIN);
        command.addAll(arguments);
        return command;
    }
}

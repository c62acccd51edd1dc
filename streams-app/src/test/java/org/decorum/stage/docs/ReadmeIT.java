package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.tools.ConsoleProducer;
import org.decorum.stage.runtime.Ports;
import org.decorum.stage.sim.farm.FarmSettings;
import org.decorum.stage.sim.farm.OriginFarm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types what README.md says, from top to bottom, on one machine: ports and directories are the test's, and the fetcher is
 * sent to a local farm.
 */
class ReadmeIT {

    /** What CI runs itself, and {@link DemoIT}. */
    private static final Set<List<String>> ELSEWHERE = Set.of(List.of("mvn", "verify"), List.of("./decorum", "demo"));

    private static final List<String> HOSTS = List.of("garden.example", "library.example", "orchard.example");

    private final int brokerPort = Ports.anyFree();
    private final int registryPort = Ports.anyFree();
    private final int httpPort = Ports.anyFree();
    private final OriginFarm farm = OriginFarm.start(FarmSettings.friendly(1));
    private final Deque<AutoCloseable> running = new ArrayDeque<>(List.of(farm));

    @TempDir
    Path data;

    @AfterEach
    void stopInReverseOrder() throws Exception {
        while (!running.isEmpty()) {
            running.pop().close();
        }
    }

    @Test
    void everyCommandDoesWhatThePageSays() throws Exception {
        List<ShellCommand> commands = Readme.commands();
        assertThat(commands).extracting(ShellCommand::words).containsAll(ELSEWHERE);
        for (ShellCommand command : commands) {
            if (!ELSEWHERE.contains(command.words())) {
                type(command);
            }
        }
        Background.await(
                "every origin has been asked", () -> farm.logs().keySet().containsAll(HOSTS));
        Background.await("aliases were set", () -> metrics().contains("decorum_aliases_changed_total 3.0"));
        Background.await(
                "policies were set and taken back", () -> metrics().contains("decorum_policies_changed_total 8.0"));
    }

    private void type(ShellCommand command) throws Exception {
        List<String> arguments = new ArrayList<>();
        for (String argument : command.arguments()) {
            arguments.add(here(argument));
        }
        switch (command.program()) {
            case "./decorum" -> ours(arguments, command.input());
            case "kafka-console-producer.sh" -> consoleProducer(arguments, command.input());
            case "curl" -> {
                String url = arguments.get(arguments.size() - 1);
                Background.await(url + " answers", () -> get(url).statusCode() == 200);
            }
            default -> throw new AssertionError(command + " (expected: a program that this test can run)");
        }
    }

    private String here(String argument) {
        return argument.replace("127.0.0.1:" + Ports.BROKER, "127.0.0.1:" + brokerPort)
                .replace("127.0.0.1:" + Ports.REGISTRY, "127.0.0.1:" + registryPort)
                .replace("127.0.0.1:8080", "127.0.0.1:" + httpPort);
    }

    private void ours(List<String> arguments, String input) throws InterruptedException {
        arguments.add("-Dbootstrap.servers=127.0.0.1:" + brokerPort);
        arguments.add("-Dschema.registry.url=http://127.0.0.1:" + registryPort);
        switch (arguments.get(0)) {
            case "stage" -> {
                boolean embedded = arguments.contains("--embedded");
                arguments.addAll(List.of(
                        "--data-dir", data.resolve("stage-" + running.size()).toString()));
                arguments.addAll(List.of("--http-port", Integer.toString(embedded ? httpPort : 0)));
                arguments.addAll(List.of("--broker-port", Integer.toString(brokerPort)));
                arguments.addAll(List.of("--registry-port", Integer.toString(registryPort)));
                arguments.add("-Ddecorum.shards=4");
                Background stage = start(arguments);
                stage.awaitWords("ready after");
                if (!embedded) {
                    // It has taken its share of the origins. Now it gives that back, so that the first one knows them
                    // all.
                    running.remove(stage);
                    stage.close();
                }
            }
            case "fetch" -> {
                arguments.addAll(
                        List.of("--stand-in", "127.0.0.1:" + farm.address().getPort()));
                start(arguments).awaitWords("fetching as group");
            }
            default -> {
                StringWriter err = new StringWriter();
                InputStream stdin = System.in;
                System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
                try {
                    assertThat(Background.run(arguments, new StringWriter(), err))
                            .as("%s: %s", arguments, err)
                            .isZero();
                } finally {
                    System.setIn(stdin);
                }
            }
        }
    }

    private Background start(List<String> arguments) {
        Background started = new Background(arguments);
        running.push(started);
        return started;
    }

    private static void consoleProducer(List<String> arguments, String input) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ConsoleProducer.class.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as("%s: %s", arguments, said).isZero();
        assertThat(said).doesNotContain("ERROR", "DEPRECATED", "deprecated");
    }

    private String metrics() {
        return get("http://127.0.0.1:" + httpPort + "/metrics").body();
    }

    private static HttpResponse<String> get(String url) {
        return HttpClient.newHttpClient()
                .sendAsync(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
                .join();
    }
}

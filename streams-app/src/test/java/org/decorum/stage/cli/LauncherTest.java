package org.decorum.stage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script in a tree of its own, with a Java and a Maven that only say what they were asked. */
class LauncherTest {
    private static final List<String> TOOLS =
            List.of("bash", "cp", "dirname", "find", "flock", "grep", "head", "mkdir", "mv", "readlink", "sed", "seq");
    private static final String MAVEN = """
            #!/bin/bash
            echo "maven $*"
            mkdir -p streams-app/target/lib
            echo jar > streams-app/target/streams-app-1-SNAPSHOT.jar
            echo built >> builds
            """;

    @TempDir
    Path directory;

    private final Map<Process, List<Path>> outputs = new HashMap<>();
    private Path root;
    private Path bin;

    @BeforeEach
    void layOut() throws IOException {
        root = Files.createDirectory(directory.resolve("with space"));
        bin = Files.createDirectory(directory.resolve("bin"));
        script(root.resolve("decorum"), Files.readString(Path.of("..", "decorum")));
        Files.createFile(root.resolve("pom.xml"));
        for (String module : List.of("core", "schemas", "fetcher", "streams-app")) {
            Files.createDirectories(root.resolve(module).resolve("src/main/java"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
            Files.createFile(source(module));
        }
        java(bin, "17.0.9");
        script(bin.resolve("mvn"), MAVEN);
        // The PATH has nothing else, so that no other java or mvn is found.
        for (String tool : TOOLS) {
            Path system = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin", tool) : Path.of("/bin", tool);
            script(bin.resolve(tool), "#!/bin/bash\nexec " + system + " \"$@\"\n");
        }
    }

    @Test
    void theFirstStartBuildsAndLaterOnesDoNot() throws Exception {
        Result first = launch("topics", "a b");
        assertThat(first.exitCode()).isZero();
        assertThat(first.err()).contains("decorum: building").contains("decorum: built in ");
        assertThat(first.out().lines())
                .contains("-cp", Decorum.class.getName(), "topics", "a b")
                .contains(
                        "-Ddecorum.terminal.stdin=false",
                        "-Ddecorum.terminal.stdout=false",
                        "-Ddecorum.terminal.stderr=false")
                .anyMatch(line -> line.equals(
                        root + "/streams-app/target/streams-app-1-SNAPSHOT.jar:" + root + "/streams-app/target/lib/*"));
        assertThat(launch("topics").err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aNewerOrDeletedSourceIsBuiltAgainAndATestIsNot() throws Exception {
        launch();
        Path test = Files.createDirectories(root.resolve("core/src/test")).resolve("ATest.java");
        Files.createFile(test);
        Files.setLastModifiedTime(test, later());
        launch();
        assertThat(builds()).isEqualTo(1);

        Files.setLastModifiedTime(source("schemas"), later());
        launch();
        assertThat(builds()).isEqualTo(2);

        Files.setLastModifiedTime(source("schemas"), FileTime.from(Instant.EPOCH));
        Files.delete(source("core"));
        Files.setLastModifiedTime(source("core").getParent(), later());
        launch();
        assertThat(builds()).isEqualTo(3);
    }

    @Test
    void onlyBenchmarksGetTheClientsOfOtherServers() throws Exception {
        assertThat(launch("bench", "core").out()).contains(root + "/streams-app/target/lib-peers/*");
        assertThat(launch("stage").out()).doesNotContain("lib-peers");
    }

    @Test
    void aLinkFromElsewhereLeadsHome() throws Exception {
        Path link = Files.createSymbolicLink(bin.resolve("d"), Path.of("..", "with space", "decorum"));
        assertThat(run(Map.of(), link.toString(), "topics").out()).contains(root + "/streams-app/target/lib/*");
    }

    @Test
    void twoFirstStartsAtOnceBuildOnce() throws Exception {
        script(bin.resolve("mvn"), MAVEN.replace("echo built", "for i in $(seq 20000); do :; done; echo built"));
        Process first = start(Map.of(), root.resolve("decorum").toString());
        Process second = start(Map.of(), root.resolve("decorum").toString());
        assertThat(result(first).exitCode()).isZero();
        assertThat(result(second).exitCode()).isZero();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aFailedBuildIsSaidAndNothingRuns() throws Exception {
        script(bin.resolve("mvn"), "#!/bin/bash\necho 'compiler: no'\nexit 1\n");
        Result result = launch();
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .contains("compiler: no")
                .endsWith("decorum: the build failed: its messages are above\n");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void whatIsMissingOnTheMachineIsSaidWithTheRemedy() throws Exception {
        Files.delete(bin.resolve("mvn"));
        assertThat(launch().err()).contains("no Maven found: install Maven 3.8 or newer");
        java(bin, "11.0.2");
        assertThat(launch().err()).contains("is Java 11: install a JDK 17 or newer");
        java(bin, "1.8.0_392");
        assertThat(launch().err()).contains("is Java 8");
        Files.delete(bin.resolve("java"));
        assertThat(launch().err()).contains("no java found: install a JDK 17 or newer");
        Result result =
                run(Map.of("JAVA_HOME", "/nowhere"), root.resolve("decorum").toString());
        assertThat(result.err())
                .isEqualTo(
                        "decorum: JAVA_HOME is /nowhere, which has no bin/java: point it at a JDK 17 or newer, or unset it\n");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void optionsForTheJvmPassThroughAndNewerJavasGetWhatTheyNeed() throws Exception {
        Path home = directory.resolve("jdk");
        java(Files.createDirectories(home.resolve("bin")), "25");
        Map<String, String> environment = Map.of("JAVA_HOME", home.toString(), "DECORUM_JAVA_OPTS", "-Xmx4g -Da=b");
        assertThat(run(environment, root.resolve("decorum").toString()).out().lines())
                .as("the last one counts")
                .containsSubsequence("-Xmx1g", "-Xmx4g")
                .contains("-XX:+UseG1GC", "-Da=b", "--enable-native-access=ALL-UNNAMED");
        assertThat(launch().out()).doesNotContain("--enable-native-access");
    }

    private Result launch(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(root.resolve("decorum").toString()));
        command.addAll(List.of(arguments));
        return run(Map.of(), command.toArray(String[]::new));
    }

    private Result run(Map<String, String> environment, String... command) throws Exception {
        return result(start(environment, command));
    }

    private Process start(Map<String, String> environment, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", bin.toString());
        builder.environment().putAll(environment);
        builder.redirectOutput(Files.createTempFile(directory, "out", "").toFile());
        builder.redirectError(Files.createTempFile(directory, "err", "").toFile());
        Process process = builder.start();
        outputs.put(
                process,
                List.of(
                        builder.redirectOutput().file().toPath(),
                        builder.redirectError().file().toPath()));
        return process;
    }

    private Result result(Process process) throws Exception {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        List<Path> files = outputs.getOrDefault(process, List.of());
        return new Result(
                process.exitValue(), Files.readString(files.get(0), UTF_8), Files.readString(files.get(1), UTF_8));
    }

    private long builds() throws IOException {
        return Files.readAllLines(root.resolve("builds")).size();
    }

    private Path source(String module) {
        return root.resolve(module).resolve("src/main/java/A.java");
    }

    private static FileTime later() {
        return FileTime.from(Instant.now().plusSeconds(3600));
    }

    /** Says its version and its modules when asked, and its arguments otherwise. */
    private static void java(Path directory, String version) throws IOException {
        script(directory.resolve("java"), """
                #!/bin/bash
                case "$1" in
                  -version) echo 'openjdk version "%s" 2023-10-17' >&2 ;;
                  --list-modules) echo 'jdk.compiler@17' ;;
                  *) printf '%%s\\n' "$@" ;;
                esac
                """.formatted(version));
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Result(int exitCode, String out, String err) {}
}

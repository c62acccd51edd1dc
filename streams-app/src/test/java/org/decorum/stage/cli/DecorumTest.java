package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.decorum.stage.runtime.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

class DecorumTest {
    @TempDir
    Path directory;

    @Test
    void withoutACommandItShowsHelpAndFailsAsUsage() {
        Run run = Run.of();
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("Usage: decorum", "Commands:", "Start here:");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandTeaches(CommandLine command) {
        Run run = Run.of(command.getCommandName(), "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("Usage: decorum " + command.getCommandName(), "Examples:", "--bootstrap-servers");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
    }

    static Stream<CommandLine> commands() {
        return Decorum.commandLine(new Terminal(false, false, false)).getSubcommands().values().stream()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden());
    }

    @Test
    void versionNamesWhatRuns() {
        Run run = Run.of("--version");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("decorum ", "kafka 4.", "java " + System.getProperty("java.version"));
    }

    @Test
    void aMistypedCommandIsOneLineWithASuggestion() {
        Run run = Run.of("publsh");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("publsh", "Did you mean", "publish", "Try: decorum --help");
        assertThat(run.err().lines().count()).isLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("badPublishes")
    void optionsOutOfRangeSayWhatIsExpected(String expected, String[] arguments) {
        Run run = Run.of(arguments);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(expected).contains("Try: decorum publish --help");
    }

    static Stream<Object[]> badPublishes() {
        return Stream.of(
                bad("nothing to publish", "publish"),
                bad("--priority: 10 (expected: 0 to 9)", "publish", "-p", "10", "-"),
                bad("--cost: 0 (expected: 1 to 1000)", "publish", "-c", "0", "-"),
                bad("--schema-registry: nonsense (expected: http://HOST:PORT", "publish", "-r", "nonsense", "-"),
                bad("--schema-registry: http:// (expected: http://HOST:PORT", "publish", "-r", "http://", "-"),
                bad("--bootstrap-servers: nonsense (expected: HOST:PORT", "publish", "-b", "nonsense", "-"),
                bad("--bootstrap-servers: a:99999 (expected: HOST:PORT", "publish", "-b", "a:1,a:99999", "-"),
                bad("--bootstrap-servers:  (expected: HOST:PORT", "publish", "-b", "a:1,", "-"),
                bad("/: a directory (expected: a file, or - for standard input)", "publish", "/"),
                bad("/absent: no such file (expected: a file,", "publish", "--sitemap", "/absent"),
                bad("standard input can be read once", "publish", "-", "--sitemap", "-"),
                bad("--rate: -1.0 (expected: >= 0)", "publish", "--rate=-1", "-"),
                bad("'soon' is no moment", "publish", "--deadline", "soon", "-"),
                bad("not before --not-before", "publish", "--not-before=+2h", "--deadline=+1h", "-"));
    }

    @ParameterizedTest
    @MethodSource("badCommands")
    void whatNoCommandCanMeanIsRefusedBeforeAnythingIsDone(String expected, String[] arguments) {
        Run run = Run.of(arguments);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(expected);
        assertThat(run.err().lines().count()).isLessThanOrEqualTo(2);
        assertThat(run.out()).isEmpty();
    }

    static Stream<Object[]> badCommands() {
        String ports = " (expected: 0 to 65535)";
        return Stream.of(
                bad("--http-port: 99999" + ports, "stage", "--http-port", "99999"),
                bad("--broker-port: -1" + ports, "stage", "--embedded", "--broker-port=-1"),
                bad("--registry-port: 65536" + ports, "demo", "--registry-port", "65536"),
                bad("--partitions: 0 (expected: 1 or more)", "stage", "--partitions", "0"),
                bad("--partitions: 0 (expected: 1 or more)", "topics", "--partitions", "0"),
                bad("--replication: 0 (expected: 1 or more)", "topics", "--replication", "0"),
                bad("decorum.leed.ms: not a setting of the stage", "stage", "-Ddecorum.leed.ms=1"),
                bad("decorum.leed.ms: not a setting of the stage", "demo", "-Ddecorum.leed.ms=1"),
                bad("decorum.shards", "stage", "-Ddecorum.shards=many"),
                bad("--group: ' ' (expected: a name)", "fetch", "--group", " "),
                bad("--in-flight: 0 (expected: 1 or more)", "fetch", "--in-flight", "0"),
                bad("--stand-in: :80 (expected: HOST:PORT)", "fetch", "--stand-in", ":80"),
                bad("--stand-in: a:b (expected: HOST:PORT)", "fetch", "--stand-in", "a:b"),
                bad("nonsense (expected: a CIDR", "fetch", "--allow", "nonsense"),
                bad("--count: 0 (expected: 1 or more)", "releases", "--count", "0"),
                bad("--cost: 0 (expected: 1 to 1000)", "explain", "--cost", "0", "http://a.example/"),
                bad("/: a directory (expected: a file", "explain", "--tsv", "/"),
                bad("/absent: no such file", "demo", "--urls", "/absent"),
                bad("--stages: 1 (expected: 2 or more)", "chaos", "--stages=1"),
                bad("expected one of", "chaos", "--kinds=kill-everything"),
                bad("--scenario: fast (expected: published, steady, slowdown,", "bench", "adaptive", "--scenario=fast"),
                bad("--host: C (expected: A, B)", "bench", "adaptive", "--host", "A,C"),
                bad("--seconds: 1.0 (expected: 2 to 3600)", "bench", "adaptive", "--seconds", "1"),
                bad("--feedback-delay: -1 (expected: 0 to 60000)", "bench", "adaptive", "--feedback-delay=0,-1"),
                bad("--picture: / cannot be written (expected: a file", "bench", "adaptive", "--picture", "/"),
                bad("--json: /absent/x cannot be written", "bench", "adaptive", "--json", "/absent/x"),
                bad("--only: fast (expected: cycle, state,", "bench", "all", "--only=fast,cycle"),
                bad("--peer: oracle (expected: redis, postgres, urlfrontier)", "bench", "peers", "--peer=oracle"),
                bad("--seconds: 0.0 (expected: 0.1 to 3600)", "bench", "peers", "--seconds=0"),
                bad("--out: /absent (expected: a directory that exists)", "bench", "report", "--out=/absent"),
                bad("/absent: no such file", "bench", "report", "--out=/", "/absent"),
                bad("security.protocol", "topics", "-Dsecurity.protocol=carrier-pigeon"));
    }

    @Test
    void explainAnswersEachLineOfAListAlsoOneThatIsNoUrl() throws IOException {
        Path list =
                Files.writeString(directory.resolve("list.txt"), "\uFEFFhttp://a.example/\n\n  http://b.example/ \n");
        Run run = Run.of("explain", "--tsv", list.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().map(line -> line.split("\t", -1)[0]))
                .containsExactly("http://a.example/", "", "  http://b.example/ ");
    }

    private static Object[] bad(String expected, String... arguments) {
        return new Object[] {expected, arguments};
    }

    @Test
    void aBrokerThatIsNotThereIsOneLineThatSaysWhatToDo() {
        int nobody = Ports.anyFree();
        Run run = Run.of(
                "topics", "-b", "127.0.0.1:" + nobody, "-Ddefault.api.timeout.ms=300", "-Drequest.timeout.ms=200");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .contains("127.0.0.1:" + nobody + " does not answer", "--bootstrap-servers");
    }

    @Test
    void aMissingFileIsOneLine() {
        Run run = Run.of(
                "publish", "-r", "mock://none", directory.resolve("absent.txt").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines().findFirst().orElse(""))
                .endsWith("absent.txt: no such file (expected: a file, or - for standard input)");
    }

    @Test
    void explainObeysAFileOfAliasesAndSaysWhy() throws IOException {
        Path aliases = Files.writeString(directory.resolve("aliases.txt"), """
                *.a.example g ops 0.9 # one room
                """);
        Run words = Run.of("explain", "--aliases", aliases.toString(), "http://b.a.example/", "http://a.example/");
        assertThat(words.exitCode()).as(words.err()).isZero();
        assertThat(words.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .contains(
                        "origin key g",
                        "site key b.a.example",
                        "alias *.a.example -> g (said by ops, confidence 0.9: one room)",
                        "origin key a.example",
                        "alias none (of a.example, *.example)");
        Path urls = Files.writeString(directory.resolve("urls.txt"), "http://b.a.example/\nhttp://a.example/\nx\n");
        Run tsv = Run.of("explain", "--aliases", aliases.toString(), "--tsv", urls.toString());
        assertThat(tsv.out().lines().map(line -> line.split("\t")[1]))
                .containsExactly("g", "a.example", "REJECT:parse");
        assertThat(Run.of("explain", "http://b.a.example/").out()).doesNotContain("alias");

        Files.writeString(aliases, "a.example\n");
        Run bad = Run.of("explain", "--aliases", aliases.toString(), "http://a.example/");
        assertThat(bad.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(bad.err()).contains("aliases.txt:1: 1 words");
    }

    @Test
    void verboseShowsWhereItHappened() {
        LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
        try {
            assertThat(Run.of("-v", "topics", "-Dsecurity.protocol=carrier-pigeon")
                            .err())
                    .contains("ConfigException", "\tat ");
            assertThat(logging.getLogger("org.decorum").getLevel()).isEqualTo(Level.DEBUG);
        } finally {
            logging.getLogger("ROOT").setLevel(Level.WARN);
            logging.getLogger("org.decorum").setLevel(Level.INFO);
        }
    }

    @Test
    void aSettingThatKafkaRefusesIsNamed() {
        Run run = Run.of("topics", "-Dsecurity.protocol=carrier-pigeon");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).singleElement().asString().contains("security.protocol");
    }
}

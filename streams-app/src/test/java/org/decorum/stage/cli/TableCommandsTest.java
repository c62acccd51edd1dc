package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the commands of policies and aliases say before they ask Kafka. */
class TableCommandsTest {

    @ParameterizedTest
    @ValueSource(strings = {"policy", "alias"})
    void withoutACommandItShowsHelpAndFailsAsUsage(String table) {
        Run run = Run.of(table);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("Usage: decorum " + table, "Commands:");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandTeaches(String table, String name) {
        Run run = Run.of(table, name, "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Usage: decorum " + table + " " + name, "Examples:", "--bootstrap-servers");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
    }

    static Stream<Object[]> commands() {
        Map<String, CommandLine> all =
                Decorum.commandLine(new Terminal(false, false, false)).getSubcommands();
        return Stream.of("policy", "alias")
                .flatMap(table -> Objects.requireNonNull(all.get(table)).getSubcommands().keySet().stream()
                        .map(name -> new Object[] {table, name}));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsToldWithWhatIsExpected(String expected, String[] arguments) {
        Run run = Run.of(arguments);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .contains(expected)
                .contains("Try: decorum " + arguments[0] + " " + arguments[1] + " --help");
        assertThat(run.err().lines()).hasSize(2);
    }

    static Stream<Object[]> mistakes() {
        return Stream.of(
                bad("KEY: https://example.com/: not a bare host", "policy", "set", "https://example.com/", "--burst=1"),
                bad("KEY: *example.com: a star stands for whole labels", "policy", "get", "*example.com"),
                bad("KEY: *.s3.amazonaws.com: an object store", "policy", "pause", "*.s3.amazonaws.com"),
                bad("nothing to set (expected: --interval", "policy", "set", "example.com"),
                bad("field: speed (expected: one of [interval,", "policy", "set", "example.com", "--unset=speed"),
                bad("'5' is no length of time", "policy", "set", "example.com", "--interval=5"),
                bad("expected: a URL or the key of one origin", "policy", "explain", "*.example.com"),
                bad("http://[/: ", "policy", "explain", "http://[/"),
                bad("*: a star stands for whole labels", "alias", "set", "*", "g"),
                bad("s3:books: of an object store", "alias", "set", "s3:books", "g"),
                bad("origin_key: *.b.example: a pattern", "alias", "set", "a.example", "*.b.example"),
                bad("confidence: 1.5 (expected: 0 to 1)", "alias", "set", "a.example", "g", "--confidence=1.5"),
                bad("said_by: blank", "alias", "set", "a.example", "g", "--by= "),
                bad("HOST: https://a.example/: not a bare host", "alias", "get", "https://a.example/"),
                bad("--exit-code (expected: together", "alias", "apply", "-f=x", "--exit-code"),
                bad("http://[/: ", "alias", "explain", "http://[/"));
    }

    private static Object[] bad(String expected, String... arguments) {
        return new Object[] {expected, arguments};
    }
}

package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the policy commands say before they ask Kafka. */
class PolicyCommandTest {

    @Test
    void withoutACommandItShowsHelpAndFailsAsUsage() {
        Run run = Run.of("policy");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("Usage: decorum policy", "Commands:");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandTeaches(String name) {
        Run run = Run.of("policy", name, "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Usage: decorum policy " + name, "Examples:", "--bootstrap-servers");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
    }

    static Stream<String> commands() {
        Map<String, CommandLine> all =
                Decorum.commandLine(new Terminal(false, false, false)).getSubcommands();
        return Objects.requireNonNull(all.get("policy")).getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsToldWithWhatIsExpected(String expected, String[] arguments) {
        Run run = Run.of(arguments);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(expected).contains("Try: decorum policy " + arguments[1] + " --help");
        assertThat(run.err().lines()).hasSize(2);
    }

    static Stream<Object[]> mistakes() {
        return Stream.of(
                bad("KEY: https://example.com/: not a bare host", "policy", "set", "https://example.com/", "--burst=1"),
                bad("KEY: *example.com: a star stands for whole labels", "policy", "get", "*example.com"),
                bad("KEY: *.s3.amazonaws.com: an object store", "policy", "pause", "*.s3.amazonaws.com"),
                bad("nothing to set (expected: --interval", "policy", "set", "example.com"),
                bad("field: speed (expected: one of [profile,", "policy", "set", "example.com", "--unset=speed"),
                bad("'5' is no length of time", "policy", "set", "example.com", "--interval=5"),
                bad("'page=2' is no cost rule", "policy", "set", "example.com", "--cost-rule=page=2"),
                bad("'never' (expected: one of start-to-start", "policy", "set", "a.example", "--crawl-delay=never"),
                bad("expected: a URL or the key of one origin", "policy", "explain", "*.example.com"),
                bad("http://[/: ", "policy", "explain", "http://[/"));
    }

    private static Object[] bad(String expected, String... arguments) {
        return new Object[] {expected, arguments};
    }
}

package org.decorum.stage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.decorum.stage.runtime.EmbeddedBroker;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.registry.SchemaRegistries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alias commands against a real broker; each test leaves the topic without aliases. */
class AliasCommandsIT {
    private static final String REGISTRY = "mock://alias-commands-it";

    @TempDir
    static Path data;

    private static EmbeddedBroker broker;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(data, 0);
        assertThat(run("topics", "--create", "--partitions", "2").exitCode()).isZero();
    }

    @AfterAll
    static void stop() {
        broker.close();
        SchemaRegistries.dropScope("alias-commands-it");
    }

    @AfterEach
    void empty() throws Exception {
        assertThat(apply("", "--yes").exitCode()).isZero();
        assertThat(run("alias", "list").out().lines()).hasSize(1);
    }

    @Test
    void anAliasIsSetShownExplainedAndDeleted() {
        Run set = run("alias", "set", "WWW.A.example", "G", "--by=ops", "--confidence=0.9", "--evidence=one room");
        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(set.err()).isEmpty();
        assertThat(set.out().lines())
                .startsWith("key     a.example", "before  none")
                .anyMatch(line -> line.startsWith("after   {\"origin_key\":\"g\",\"said_by\":\"ops\","
                        + "\"evidence\":\"one room\",\"confidence\":0.9,\"updated_at\":\""));
        assertThat(run("alias", "set", "a.example", "g", "--by=ops", "--confidence=0.9", "--evidence=one room")
                        .out())
                .contains("the same, nothing was written");
        assertThat(run("alias", "get", "www.a.example").out()).startsWith("{\"origin_key\":\"g\"");
        assertThat(run("alias", "list").out().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly("HOST ORIGIN WHY", "a.example g said by ops, confidence 0.9: one room");
        assertThat(run("alias", "list", "--json").out()).startsWith("{\"key\":\"a.example\",\"alias\":{");
        assertThat(run("alias", "explain", "https://www.a.example/page").out().lines())
                .containsExactly(
                        "site key    a.example",
                        "origin key  g",
                        "alias       a.example -> g  (said by ops, confidence 0.9: one room)");
        assertThat(run("alias", "explain", "b.a.example").out())
                .contains("origin key  b.a.example", "none  (of b.a.example, *.a.example, *.example)");
        assertThat(run("alias", "explain", "books.s3.amazonaws.com").out())
                .contains("origin key  s3:books", "never aliased");

        assertThat(run("alias", "delete", "WWW.a.example").out()).contains("after   none");
        for (String command : new String[] {"get", "delete"}) {
            Run gone = run("alias", command, "a.example");
            assertThat(gone.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(gone.err().lines()).singleElement().asString().contains("no alias of a.example");
        }
    }

    @Test
    void aChangeThatWouldMakeAChainIsNotWritten() {
        run("alias", "set", "b.example", "g");
        Run chain = run("alias", "set", "a.example", "b.example");
        assertThat(chain.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(chain.err())
                .startsWith("decorum: not written, for then the stage would refuse a.example -> b.example");
        run("alias", "set", "own.wide.example", "own.wide.example");
        run("alias", "set", "c.example", "own.wide.example");
        assertThat(run("alias", "set", "*.wide.example", "g").exitCode()).isZero();
        Run needed = run("alias", "delete", "own.wide.example");
        assertThat(needed.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(needed.err()).contains("would refuse *.wide.example -> g would lead own.wide.example away");
        assertThat(run("alias", "explain", "own.wide.example").out()).contains("origin key  own.wide.example");
    }

    @Test
    void aFileIsAppliedAsAWholeAndWhatIsExportedChangesNothing() throws Exception {
        String first = """
                a.example g ops
                b.example g "Jane Doe" 0.9 # same address
                *.blogs.example blogs.example ops
                """;
        Run dry = apply(first, "--dry-run", "--exit-code");
        assertThat(dry.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(dry.out())
                .contains("+ a.example", "3 added, 0 changed, 0 removed")
                .doesNotContain("wrote", "\u001b");
        assertThat(apply(first, "--dry-run").exitCode()).isZero();
        assertThat(run("alias", "list").out().lines()).hasSize(1);

        Run applied = apply(first, "--yes");
        assertThat(applied.exitCode()).as(applied.err()).isZero();
        assertThat(applied.out()).endsWith("wrote 3 records\n");
        Run export = run("alias", "export");
        assertThat(export.out().lines()).hasSize(4);
        Run again = apply(export.out(), "--dry-run", "--exit-code");
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).isEqualTo("no difference\n");

        Run changed = apply("a.example h ops\n*.blogs.example blogs.example ops\n", "--yes");
        assertThat(changed.out().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "- a.example g ops",
                        "+ a.example h ops",
                        "- b.example g \"Jane Doe\" 0.9 # same address",
                        "0 added, 1 changed, 1 removed",
                        "wrote 2 records");
        assertThat(run("alias", "explain", "b.example").out()).contains("origin key  b.example");
    }

    @Test
    void aFileWithProblemsOrNobodyToAskWritesNothing() throws Exception {
        Run bad = apply("a.example g ops\nb.example a.example ops\nc.example\n", "--yes");
        assertThat(bad.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(bad.err().lines())
                .hasSize(3)
                .anyMatch(line -> line.contains("aliases.txt:2: b.example -> a.example"));
        Run unasked = apply("a.example g ops\n");
        assertThat(unasked.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(unasked.err()).contains("there is no terminal to ask on (expected: --yes, or --dry-run)");
        Run missing = run("alias", "apply", "-f", directory.resolve("none.txt").toString(), "--yes");
        assertThat(missing.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(missing.err()).contains("none.txt: no such file");
    }

    @Test
    void onATerminalTheDifferenceIsColouredAndAPersonIsAsked() throws Exception {
        assertThat(answering("n\n")).contains("\u001b[32m+ a.example", "Write this? [y/N] ", "nothing was written");
        assertThat(answering("Yes\n")).contains("wrote 1 record");
    }

    /** The origin of one alias was led elsewhere when it was written, and would still be at the old times. */
    @Test
    void whatHasNoChainAsAWholeIsAcceptedWhateverWasThereBefore() throws Exception {
        run("alias", "set", "*.wide.example", "g");
        Run applied = apply("""
                *.wide.example g ops
                b.example own.wide.example ops
                own.wide.example own.wide.example ops
                """, "--yes");
        assertThat(applied.exitCode()).as(applied.err()).isZero();
        Run list = run("alias", "list");
        assertThat(list.err()).isEmpty();
        assertThat(list.out().lines()).hasSize(4);
    }

    @Test
    void badRecordsAreNamedAndApplyTakesThemAway() throws Exception {
        writeAlias("a.example", "{\"origin_key\":\"g\"}");
        Run list = run("alias", "list");
        assertThat(list.err())
                .contains("The newest alias of a.example is refused: said_by: missing (expected: string)."
                        + " What was in force stays, which is none.");
        assertThat(apply("", "--dry-run").out()).contains("- a.example  (its newest record is bad)", "1 removed");
    }

    @Test
    void aliasesAreShownAsTheStageHasThemAndABadRecordIsWrittenAnew() throws Exception {
        assertThat(run("alias", "set", "a.example", "g", "--by=ops").exitCode()).isZero();
        writeAlias("a.example", "nonsense");
        Run set = run("alias", "set", "a.example", "g", "--by=ops");
        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(set.err())
                .contains("The newest alias of a.example is refused")
                .doesNotContain("which is none");
        assertThat(set.out()).contains("before  {\"origin_key\":\"g\"").doesNotContain("the same");
        Run list = run("alias", "list");
        assertThat(list.err()).isEmpty();
        assertThat(list.out()).contains("a.example");
    }

    private static void writeAlias(String key, String value) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(TopicNames.ALIASES, key, value)).get();
        }
    }

    private Run apply(String text, String... options) throws Exception {
        Path file = Files.writeString(directory.resolve("aliases.txt"), text);
        return run(Stream.concat(Stream.of("alias", "apply", "-f", file.toString()), Stream.of(options))
                .toArray(String[]::new));
    }

    private String answering(String answer) throws Exception {
        Path file = Files.writeString(directory.resolve("aliases.txt"), "a.example g ops\n");
        InputStream stdin = System.in;
        System.setIn(new ByteArrayInputStream(answer.getBytes(UTF_8)));
        StringWriter out = new StringWriter();
        System.setProperty(Confirmation.STDIN_PROPERTY, "true");
        System.setProperty(Terminal.STDOUT_PROPERTY, "true");
        try {
            Decorum.commandLine(new Terminal(true, true, true))
                    .setOut(new PrintWriter(out, true))
                    .execute(arguments("alias", "apply", "-f", file.toString()));
        } finally {
            System.setIn(stdin);
            System.clearProperty(Confirmation.STDIN_PROPERTY);
            System.clearProperty(Terminal.STDOUT_PROPERTY);
        }
        return out.toString();
    }

    private static String[] arguments(String... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of("-b", broker.bootstrapServers(), "-r", REGISTRY))
                .toArray(String[]::new);
    }

    private static Run run(String... arguments) {
        return Run.of(arguments(arguments));
    }
}

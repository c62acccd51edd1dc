package org.decorum.stage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.stage.runtime.EmbeddedBroker;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.registry.SchemaRegistries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a real broker; in order, since the first creates what the others use. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CommandsIT {
    private static final String REGISTRY = "mock://commands-it";

    @TempDir
    static Path data;

    private static EmbeddedBroker broker;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(data, 0);
    }

    @AfterAll
    static void stop() {
        broker.close();
        SchemaRegistries.dropScope("commands-it");
    }

    @Test
    @Order(1)
    void topicsReportsWhatIsMissingAndCreatesItWhenAsked() {
        Run before = run("topics");
        assertThat(before.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(before.out())
                .contains("crawl.requests")
                .contains("missing: create it with: decorum topics --create");

        for (String command : List.of("releases", "publish")) {
            Run run = command.equals("publish") ? run(command, "http://a.example/") : run(command);
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err().lines())
                    .singleElement()
                    .asString()
                    .contains("a topic is missing", "decorum topics --create");
        }

        Run created = run("topics", "--create", "--partitions", "2");
        assertThat(created.exitCode()).isZero();
        assertThat(created.out().lines().filter(line -> line.endsWith("created")))
                .hasSize(13);

        Run after = run("topics", "--partitions", "2");
        assertThat(after.exitCode()).isZero();
        assertThat(after.out().lines().skip(1)).hasSize(13).allMatch(line -> line.endsWith(" ok"));
    }

    @Test
    @Order(2)
    void reshardSaysWhatItWantsAndThatThereIsNothingToDoYet() {
        Run nothing = run("reshard");
        assertThat(nothing.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(nothing.err()).contains("--partitions N, --abandon and --drop-old (expected: exactly one)");

        Run tooEarly = run("reshard", "--partitions", "8", "--dry-run");
        assertThat(tooEarly.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tooEarly.err().lines())
                .singleElement()
                .asString()
                .contains("no stage with application.id=decorum has run here");
        assertThat(run("reshard", "--abandon").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    @Order(2)
    void publishSendsWhatListsSitemapsAndArgumentsSay() throws Exception {
        Path list = Files.writeString(directory.resolve("list.txt"), "# two\nhttp://list.example/1\n\nnot a url\n");
        Path sitemap = Files.writeString(directory.resolve("sitemap.xml"), """
                <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                <url><loc>http://sitemap.example/1</loc></url></urlset>
                """);
        InputStream stdin = System.in;
        System.setIn(new ByteArrayInputStream("http://stdin.example/1\n".getBytes(UTF_8)));
        Run run;
        try {
            run = run(
                    "publish",
                    list.toString(),
                    "-",
                    "HTTP://argument.example/",
                    "--sitemap",
                    sitemap.toString(),
                    "--priority",
                    "7",
                    "--kind",
                    "page",
                    "--cost",
                    "3",
                    "--metadata",
                    "job=9",
                    "-m",
                    "a=b=c",
                    "--deadline",
                    "2030-01-01T00:00:00Z");
        } finally {
            System.setIn(stdin);
        }
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("sent 5 of 5 URLs in ").endsWith("; 0 failed\n");

        List<CrawlRequest> requests = requests(5);
        assertThat(requests)
                .extracting(CrawlRequest::getUrl)
                .containsExactlyInAnyOrder(
                        "http://list.example/1",
                        "not a url",
                        "http://stdin.example/1",
                        "HTTP://argument.example/",
                        "http://sitemap.example/1");
        assertThat(requests).allSatisfy(request -> {
            assertThat(request.getPriority()).isEqualTo(7);
            assertThat(request.getKind()).isEqualTo("page");
            assertThat(request.getCost()).isEqualTo(3);
            assertThat(request.getMetadata()).isEqualTo(Map.of("job", "9", "a", "b=c"));
            assertThat(request.getDeadline()).isEqualTo(Instant.parse("2030-01-01T00:00:00Z"));
        });
    }

    @Test
    @Order(3)
    void aMegabyteUrlReachesTheStageWhichWillJudgeIt() throws Exception {
        Path list = Files.writeString(directory.resolve("long.txt"), "http://long.example/" + "x".repeat(1 << 20));
        assertThat(run("publish", list.toString()).out()).startsWith("sent 1 of 1 URLs");
    }

    @Test
    @Order(4)
    @SuppressWarnings("FutureReturnValueIgnored") // the commit fails where a send did
    void releasesShowsWhatIsCommittedAndOnlyOfTheOriginAskedFor() throws Exception {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "transactional.id",
                "stage",
                "enable.idempotence",
                true));
        try (var producer = new KafkaProducer<>(
                settings, new StringSerializer(), new AvroSerializer<CrawlRelease>(SchemaRegistries.of(REGISTRY)))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(record("aborted.example"));
            producer.flush();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(record("a.example"));
            producer.send(record("b.example"));
            producer.commitTransaction();
        }
        Run all = run("releases", "--from-beginning", "--count", "2");
        assertThat(all.exitCode()).isZero();
        assertThat(all.out().lines().skip(1).map(line -> line.split(" +", 3)[1]))
                .containsExactlyInAnyOrder("a.example", "b.example");

        Run one = run("releases", "--from-beginning", "-n", "1", "--origin", "b.example", "--json");
        assertThat(one.out())
                .contains("\"origin_key\":\"b.example\"")
                .startsWith("{")
                .endsWith("}\n");
    }

    @Test
    @Order(5)
    void aPolicyIsSetFieldByFieldPausedExplainedResumedAndDeleted() {
        assertThat(run("policy", "list").out().lines()).hasSize(1);
        Run set = run("policy", "set", "WWW.Garden.example", "--interval", "500ms", "--burst=3");
        assertThat(set.exitCode()).isZero();
        assertThat(set.err()).isEmpty();
        assertThat(set.out().lines())
                .containsExactly(
                        "key     garden.example", "before  none", "after   {\"interval_micros\":500000,\"burst\":3}");
        assertThat(run("policy", "set", "garden.example", "--note=why", "--unset=burst")
                        .out())
                .contains("after   {\"interval_micros\":500000,\"note\":\"why\"}");
        assertThat(run("policy", "set", "garden.example", "--note=why").out())
                .contains("the same, nothing was written");
        assertThat(run("policy", "set", "*.example", "--paused", "--max-in-flight=8")
                        .exitCode())
                .isZero();
        assertThat(run("policy", "get", "garden.example").out())
                .isEqualTo("{\"interval_micros\":500000,\"note\":\"why\"}\n");

        assertThat(run(
                                "policy",
                                "set",
                                "garden.example",
                                "--crawl-delay=finish-to-start",
                                "--cost-rule=path:/find*=6",
                                "--cost-rule=kind:page=2")
                        .exitCode())
                .isZero();
        Run explained = run("policy", "explain", "https://www.garden.example/page");
        assertThat(explained.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .contains(
                        "access paused *.example",
                        "interval 500ms garden.example",
                        "max-in-flight 8 *.example",
                        "profile polite for what stands behind the host",
                        "crawl-delay finish-to-start garden.example",
                        "cost-rules path:/find*=6 kind:page=2 garden.example",
                        "max-attempts 3 the stage's settings")
                .anyMatch(
                        line -> line.startsWith("policies garden.example, *.example of garden.example, *.example, *:"));

        assertThat(run("policy", "set", "garden.example", "--unset=crawl-delay,cost-rules")
                        .exitCode())
                .isZero();
        assertThat(run("policy", "explain", "s3:books")
                        .out()
                        .lines()
                        .map(line -> line.strip().replaceAll(" +", " ")))
                .contains("profile object-store for what stands behind the host", "burst 100 profile object-store");
        assertThat(run("policy", "pause", "garden.example").out()).contains("\"paused\":true");
        assertThat(run("policy", "resume", "garden.example").out()).contains("It is still paused");
        assertThat(run("policy", "resume", "*.example").out()).contains("after   {\"max_in_flight\":8}");
        assertThat(run("policy", "list", "--json").out().lines())
                .containsExactly(
                        "{\"key\":\"*.example\",\"policy\":{\"max_in_flight\":8}}",
                        "{\"key\":\"garden.example\",\"policy\":{\"interval_micros\":500000,\"note\":\"why\"}}");

        assertThat(run("policy", "delete", "garden.example").out()).contains("after   none");
        Run gone = run("policy", "get", "garden.example");
        assertThat(gone.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(gone.err().lines()).singleElement().asString().contains("no policy under garden.example");
    }

    @Test
    @Order(6)
    void aPolicyThatTheStageWouldNotTakeIsNotWritten() {
        Run set = run("policy", "set", "bad.example", "--interval=0s");
        assertThat(set.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(set.err().lines())
                .containsExactly("decorum: not written: interval_micros: 0 (expected: 1 to 31536000000000)");
        assertThat(run("policy", "list").out()).doesNotContain("bad.example");
    }

    @Test
    @Order(7)
    void aPolicyUnderAKeyThatTheStageIgnoresIsNamedAndCanBeTakenAway() throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(TopicNames.POLICIES, "WWW.Other.example", "{\"burst\":2}"))
                    .get();
            producer.send(new ProducerRecord<>(TopicNames.POLICIES, "unread.example", "{\"burst\":0}"))
                    .get();
        }
        Run list = run("policy", "list");
        assertThat(list.exitCode()).isZero();
        assertThat(list.err())
                .contains(
                        "The newest policy of WWW.Other.example is refused: key: WWW.Other.example (expected: other.example)")
                .contains("The newest policy of unread.example is refused: burst: 0 (expected: 1 to 100000)");
        assertThat(run("policy", "delete", "WWW.Other.example").exitCode()).isZero();
        assertThat(run("policy", "list").out()).doesNotContain("WWW.Other.example");
    }

    private static ProducerRecord<String, CrawlRelease> record(String origin) {
        CrawlRelease release = RecordLinesTest.release(Instant.parse("2026-01-01T00:00:00Z"));
        release.setOriginKey(origin);
        return new ProducerRecord<>(TopicNames.RELEASE, origin, release);
    }

    private static Run run(String... arguments) {
        return Run.of(Stream.concat(Stream.of(arguments), Stream.of("-b", broker.bootstrapServers(), "-r", REGISTRY))
                .toArray(String[]::new));
    }

    private static List<CrawlRequest> requests(int count) {
        List<CrawlRequest> requests = new ArrayList<>();
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        try (var consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new AvroDeserializer<>(CrawlRequest.class, SchemaRegistries.of(REGISTRY)))) {
            List<TopicPartition> partitions = Stream.of(0, 1)
                    .map(i -> new TopicPartition(TopicNames.REQUESTS, i))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (requests.size() < count && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> requests.add(record.value()));
            }
        }
        return requests;
    }
}

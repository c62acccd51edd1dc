package org.decorum.stage.cli.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.EmbeddedOptions;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.cli.LocalFiles;
import org.decorum.stage.cli.UrlList;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.DirectoryLock;
import org.decorum.stage.runtime.LocalKafka;
import org.decorum.stage.runtime.ShutdownRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a whole crawl on this machine and lets the origins judge it. */
@Command(
        name = "demo",
        header = "See the stage at work: a whole crawl on this machine, judged by the origins' own logs.",
        description = {
            "",
            "Starts a Kafka broker, a schema registry, the stage, reference fetchers and a farm of local HTTP origins in "
                    + "this process, publishes URLs, and shows what happens. In the end each origin's own access log is "
                    + "compared with its budget. Hosts that are not on loopback are played by the farm, so that any list "
                    + "works without a network. URLs on loopback are really fetched, and not judged.",
            ""
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no floor was broken",
            "1:a floor was broken, nothing could be judged, or the demo failed",
            "2:the command line was wrong"
        },
        footer = {
            "",
            "Examples:",
            "  decorum demo                                     forty made-up origins, half a minute",
            "  decorum demo --urls links.txt --seconds 60       your own list, played by the farm",
            "  zcat links.gz | decorum demo --urls -",
            "  decorum demo --json summary.json                 the result for a script",
            "  decorum demo --fetchers 1 --in-flight 2          fetchers that cannot keep up",
            "  decorum demo --urls mine.txt --live              really fetch the URLs"
        })
public final class DemoCommand extends KafkaCommand {

    @Option(
            names = "--urls",
            paramLabel = "FILE",
            description = "URLs to crawl: one a line, # comments, plain or gzip; - for standard input. "
                    + "Default: made-up origins.")
    private @Nullable String urls;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "Crawl for at most N seconds; what is left is held. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--origins",
            paramLabel = "N",
            defaultValue = "40",
            description = "Number of made-up origins. Default: ${DEFAULT-VALUE}.")
    private int origins;

    @Option(
            names = "--fetchers",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of reference fetchers. Default: ${DEFAULT-VALUE}.")
    private int fetchers;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "1024",
            description = "Most requests under way at once, a fetcher. Default: ${DEFAULT-VALUE}.")
    private int inFlight;

    @Option(
            names = "--latency",
            paramLabel = "MILLIS",
            defaultValue = "40",
            description = "Median of what the farm's origins take for an answer. Default: ${DEFAULT-VALUE}.")
    private int latencyMillis;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The same seed makes up the same origins. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "Floor of an origin that no policy describes. Default: ${DEFAULT-VALUE}.")
    private double intervalSeconds;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Publish N URLs a second; 0 for as fast as Kafka takes them. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(names = "--live", description = "Fetch the URLs themselves instead of playing their origins.")
    private boolean live;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the summary as one JSON object.")
    private @Nullable Path json;

    @Option(names = "--keep", description = "Go on with the data of the last demo instead of beginning afresh.")
    private boolean keep;

    @Mixin
    private EmbeddedOptions embedded = new EmbeddedOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        ShutdownRequest shutdown = ShutdownRequest.listenUntilStarted();
        return shutdown.during(ExitCode.FAILED, () -> run(shutdown));
    }

    private void check() {
        if (json != null) {
            requireWritable(json);
        }
        requireAtLeast("--seconds", seconds, 1);
        requireAtLeast("--origins", origins, 1);
        requireAtLeast("--fetchers", fetchers, 1);
        requireAtLeast("--in-flight", inFlight, 1);
        requireAtLeast("--latency", latencyMillis, 0);
        if (!(intervalSeconds >= 0.001 && intervalSeconds <= 86_400)) {
            throw usage("--interval: " + intervalSeconds + " (expected: 0.001 to 86400 seconds)");
        }
        if (!(rate >= 0)) {
            throw usage("--rate: " + rate + " (expected: 0 or more)");
        }
        if (live && urls == null) {
            throw usage("--live: made-up origins exist only here (expected: --urls FILE with it)");
        }
        requireReadable(Optional.ofNullable(urls).stream());
        requirePorts(embedded);
        var unused = new StageConfig(connection.settings());
    }

    private void requireWritable(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || directory == null || !Files.isWritable(directory)) {
            throw usage("--json: " + file + " cannot be written (expected: a file in a directory that can)");
        }
    }

    private int run(ShutdownRequest shutdown) throws IOException, InterruptedException {
        DemoSettings settings = new DemoSettings(
                Optional.ofNullable(urls),
                seconds,
                origins,
                fetchers,
                inFlight,
                latencyMillis,
                seed,
                live,
                rate,
                Math.round(intervalSeconds * 1_000));
        DemoOrigins madeUp =
                urls == null ? DemoOrigins.generate(origins, seconds, seed) : new DemoOrigins(Map.of(), List.of());
        DataDirectory data = embedded.data().child("demo");
        try (DirectoryLock lock = DirectoryLock.acquire(data.root())) {
            if (!keep) {
                LocalFiles.clear(data);
            }
            try (LocalKafka kafka = embedded.start(data);
                    DemoWorld world = new DemoWorld(settings, madeUp.policies(), connection.settings(), kafka, data);
                    Stream<String> list = urls == null ? madeUp.urls().stream() : UrlList.open(urls)) {
                say("stage:  " + world.stage().url() + "  (metrics and health)");
                say("Kafka:  " + kafka.bootstrapServers() + ", schema registry " + kafka.registryUrl());
                DemoCrawl crawl = new DemoCrawl(settings, world, out(), err());
                return conclude(crawl.run(list, shutdown), crawl);
            }
        }
    }

    private int conclude(DemoSummary summary, DemoCrawl crawl) throws IOException {
        DemoWords.print(out(), summary, crawl.report(), crawl.missed(), crawl.onLoopback());
        if (json != null) {
            try {
                Files.writeString(json, new ObjectMapper().writeValueAsString(summary) + "\n");
            } catch (IOException failure) {
                throw new CliException(json + ": cannot be written (" + failure.getMessage() + ")", failure);
            }
        }
        return summary.floorBroken() || summary.nothingJudged() ? ExitCode.FAILED : ExitCode.OK;
    }

    private void say(String text) {
        out().println(text);
        out().flush();
    }
}

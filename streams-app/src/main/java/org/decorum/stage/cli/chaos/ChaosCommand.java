package org.decorum.stage.cli.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.decorum.core.rate.Micros;
import org.decorum.stage.chaos.FaultKind;
import org.decorum.stage.chaos.FaultPlan;
import org.decorum.stage.chaos.Workload;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ConnectionOptions;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.cli.Logging;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.DirectoryLock;
import org.decorum.stage.runtime.ShutdownRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Breaks a whole crawl at random, and lets the origins judge it. */
@Command(
        name = "chaos",
        header = "Break a whole crawl at random, and see whether a URL is lost or an origin asked too often.",
        description = {
            "",
            "Starts three brokers, three stages and four fetchers, each a process of its own on this machine, and local "
                    + "origins; publishes URLs; kills, freezes, restarts, adds and removes processes, spoils local state, "
                    + "sets clocks wrong and sends false feedback, at random from a seed. In the end everything is healed, "
                    + "what is left is fetched, and the origins' own logs and the topics are judged: each URL ended once, "
                    + "nothing was released twice, no floor and no hold was broken.",
            "",
            "The same seed plans the same faults; what they hit depends on the machine, too.",
            ""
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was broken",
            "1:something was broken, or the run failed",
            "2:the command line was wrong"
        },
        footer = {
            "",
            "Examples:",
            "  decorum chaos                                     ten minutes, 60 faults",
            "  decorum chaos --seconds 120 --urls 20000 --faults 12",
            "  decorum chaos --seed 7 --keep                     again, and keep the logs",
            "  decorum chaos --kinds scale-stages --faults 4     only stages that come and go"
        })
public final class ChaosCommand extends KafkaCommand {

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The same seed makes up the same origins and faults. Default: a new one, which is printed.")
    private @Nullable Long seed;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "600",
            description = "Faults happen for N seconds; draining comes after. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--urls",
            paramLabel = "N",
            defaultValue = "200000",
            description = "URLs to publish, over seven tenths of the time. Default: ${DEFAULT-VALUE}.")
    private int urls;

    @Option(
            names = "--faults",
            paramLabel = "N",
            defaultValue = "60",
            description = "Number of faults. Default: ${DEFAULT-VALUE}.")
    private int faults;

    @Option(
            names = "--kinds",
            paramLabel = "KIND",
            split = ",",
            description = "Draw only faults of these kinds: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<FaultKind> kinds = List.of();

    @Option(
            names = "--each",
            description = "One fault of each of --kinds in its order, instead of --faults drawn from them.")
    private boolean each;

    @Option(
            names = "--interval-min",
            paramLabel = "MILLIS",
            defaultValue = "500",
            description =
                    "Shortest T of an origin. The judge allows a quarter of T, 250 ms at most, and 10 ms between a "
                            + "fetcher's start and the origin's log: on a busy machine that takes longer. "
                            + "Default: ${DEFAULT-VALUE}.")
    private int intervalMinMillis;

    @Option(
            names = "--stages",
            paramLabel = "N",
            defaultValue = "3",
            description = "Stages at first. Default: ${DEFAULT-VALUE}.")
    private int stages;

    @Option(
            names = "--fetchers",
            paramLabel = "N",
            defaultValue = "4",
            description = "Fetchers at first. Default: ${DEFAULT-VALUE}.")
    private int fetchers;

    @Option(
            names = "--drain",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "Longest time to fetch what is left once all is healed. Default: ${DEFAULT-VALUE}.")
    private int drainSeconds;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where the run keeps its files, below chaos/. Default: as for the stage.")
    private @Nullable Path dataDir;

    @Option(names = "--keep", description = "Keep the logs and all data though nothing was broken.")
    private boolean keep;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result as one JSON object.")
    private @Nullable Path json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ChaosSettings settings = settings();
        Logging.expectAbsentBrokers();
        ShutdownRequest shutdown = ShutdownRequest.listenUntilStarted();
        return shutdown.during(ExitCode.FAILED, () -> run(settings, shutdown));
    }

    private ChaosSettings settings() {
        requireAtLeast("--seconds", seconds, 10);
        requireAtLeast("--urls", urls, 1);
        requireAtLeast("--faults", faults, 0);
        requireAtLeast("--interval-min", intervalMinMillis, 1);
        requireAtLeast("--stages", stages, 2);
        requireAtLeast("--fetchers", fetchers, 2);
        requireAtLeast("--drain", drainSeconds, 0);
        var unused = new StageConfig(connection.settings());
        long drawn = seed == null ? System.nanoTime() & Integer.MAX_VALUE : seed;
        List<FaultKind> from = kinds.isEmpty() ? List.of(FaultKind.values()) : kinds;
        FaultPlan plan = each
                ? FaultPlan.of(from, drawn, 1_000L * seconds)
                : FaultPlan.draw(drawn, faults, 1_000L * seconds, from);
        return new ChaosSettings(drawn, seconds, urls, stages, fetchers, drainSeconds, plan);
    }

    private int run(ChaosSettings settings, ShutdownRequest shutdown) throws IOException, InterruptedException {
        DataDirectory base = dataDir == null ? DataDirectory.byDefault() : new DataDirectory(dataDir.toAbsolutePath());
        Path directory = base.child("chaos").root();
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            Path run = directory.resolve("run");
            clear(run);
            Files.createDirectories(run);
            Workload work = Workload.generate(urls, seconds, Micros.ofMillis(intervalMinMillis), settings.seed());
            say("seed " + settings.seed() + ": " + urls + " URLs of "
                    + work.origins().size() + " origins, "
                    + settings.plan().faults().size() + " faults in " + seconds + " s; logs in " + run);
            ChaosResult result = run(settings, work, run, shutdown);
            ChaosWords.print(out(), result);
            if (json != null) {
                Files.writeString(json, result.json() + "\n");
            }
            boolean passed = result.verdict().passes();
            if (passed && !keep) {
                clear(run);
            } else {
                say("logs and data are kept in " + run + "; again with: decorum chaos --seed " + settings.seed());
            }
            return passed ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private ChaosResult run(ChaosSettings settings, Workload work, Path run, ShutdownRequest shutdown)
            throws InterruptedException {
        try (ChaosWorld world = new ChaosWorld(settings, work, run, ownSettings())) {
            shutdown.closeInOrder();
            return new ChaosRun(settings, work, world, run, out(), err()).run(shutdown);
        }
    }

    /** What a person wants of the stages; the Kafka is ours. */
    private Map<String, String> ownSettings() {
        Map<String, String> own = connection.settings();
        own.remove(ConnectionOptions.BOOTSTRAP_SERVERS);
        own.remove(ConnectionOptions.SCHEMA_REGISTRY_URL);
        return own;
    }

    private static void clear(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> inside = Files.walk(directory)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException failure) {
            throw new CliException(directory + " cannot be cleared: " + failure.getMessage(), failure);
        }
    }

    private void say(String text) {
        out().println(text);
        out().flush();
    }
}

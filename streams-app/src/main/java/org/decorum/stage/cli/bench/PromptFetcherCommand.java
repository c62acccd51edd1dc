package org.decorum.stage.cli.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.decorum.fetch.FetchLoop;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.Permit;
import org.decorum.schema.CrawlRelease;
import org.decorum.stage.cli.ExitCode;
import org.decorum.stage.cli.KafkaCommand;
import org.decorum.stage.runtime.ShutdownRequest;
import picocli.CommandLine.Command;

/**
 * The fetch loop of the fetch library around a fetcher that asks nobody: each request is answered in the moment in which
 * it starts. So the loop decides when that is, its thread wakes for it, and feedback tells the truth; it is never kept
 * from a start by a request that is under way. For the benchmark of punctuality, so nobody is told of it.
 */
@Command(
        name = "prompt-fetcher",
        hidden = true,
        header = "Start a request for each release when its slot begins, and ask nobody.",
        description = {"", "For benchmarks. Runs until SIGTERM or Ctrl-C.", ""},
        mixinStandardHelpOptions = true)
final class PromptFetcherCommand extends KafkaCommand {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final int OK = 200;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ShutdownRequest shutdown = ShutdownRequest.listenUntilStarted();
        return shutdown.during(ExitCode.FAILED, () -> run(shutdown));
    }

    private int run(ShutdownRequest shutdown) throws InterruptedException {
        HashMap<String, Object> client = new HashMap<>(connection.settings());
        try (FetchLoop loop = BenchFetchers.settled(client, FetchLoop.builder().fetcher(PromptFetcherCommand::fetch))) {
            shutdown.closeInOrder();
            out().println("fetching as group " + BenchFetchers.GROUP);
            out().flush();
            while (!shutdown.await(LOOK_AGAIN)) {
                BenchFetchers.check(loop);
            }
        }
        return ExitCode.OK;
    }

    private static CompletionStage<FetchResult> fetch(CrawlRelease release, Permit permit) {
        long startedMicros = permit.sent();
        return CompletableFuture.completedFuture(FetchResult.Fetched.of(OK, startedMicros, startedMicros));
    }
}

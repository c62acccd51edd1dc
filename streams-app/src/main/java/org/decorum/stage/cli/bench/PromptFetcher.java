package org.decorum.stage.cli.bench;

import java.time.Duration;
import org.decorum.stage.chaos.process.Fleet;
import org.decorum.stage.chaos.process.Member;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.runtime.DataDirectory;

/**
 * A {@link PromptFetcherCommand} as a process of its own, as a fetcher is: the collector of the stage's heap does not keep
 * it from its starts.
 */
final class PromptFetcher implements AutoCloseable {

    private static final Duration READY_MAX = Duration.ofSeconds(120);
    private static final Duration STOP_MAX = Duration.ofSeconds(20);

    private final Member process;

    private PromptFetcher(Member process) {
        this.process = process;
    }

    /** Returns when it owns all partitions of the releases. */
    static PromptFetcher start(BenchKafka kafka, DataDirectory data, String name) {
        Fleet fleet = new Fleet(
                kafka.children(),
                data.state(),
                kafka.address().bootstrapServers(),
                kafka.address().registryUrl());
        PromptFetcher fetcher = new PromptFetcher(fleet.promptFetcher(name).start());
        if (!fetcher.process.awaitReady(READY_MAX)) {
            throw new CliException("the fetcher did not start: " + fetcher.process.lastWords());
        }
        return fetcher;
    }

    /** CPU time that it has taken so far. */
    Duration cpuTime() {
        return process.cpuTime().orElse(Duration.ZERO);
    }

    /** Throws if it has ended by itself. */
    void check() {
        if (process.hasEndedByItself()) {
            throw new CliException("the fetcher ended by itself: " + process.lastWords());
        }
    }

    @Override
    public void close() {
        process.stop(STOP_MAX);
    }
}

package org.decorum.stage.cli;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.decorum.core.ssrf.CidrList;
import org.decorum.fetch.FetchCounters;
import org.decorum.fetch.FetchLoop;
import org.decorum.fetch.FetchLoopBuilder;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.fetch.http.OkHttpFetcherBuilder;
import org.decorum.fetch.http.Route;
import org.decorum.fetch.robots.RobotsTxt;
import org.decorum.stage.runtime.ShutdownRequest;
import org.decorum.stage.topology.TopicNames;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the reference fetcher until it is asked to stop. */
@Command(
        name = "fetch",
        header = "Run the reference fetcher: fetches what is released, at its time, and reports what came back.",
        description = {
            "",
            "Any number of fetchers of one group share the releases. Only public addresses are connected to, whatever a "
                    + "name resolves to. Redirects are not followed: what they lead to is published as a request of its "
                    + "own, which waits for its turn. robots.txt is read first, in a slot like any, and obeyed. Pages are counted and dropped: to keep them, build a fetcher of "
                    + "your own on the fetch library.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum fetch --user-agent 'ourbot/1.0 (+https://crawler.example/)'",
            "  decorum fetch -b kafka-1:9092 -r http://registry:8081 --group images",
            "  decorum fetch --allow 10.20.0.0/16                   for a network of your own",
            "  decorum fetch --stand-in 127.0.0.1:8000              send everything to a local server"
        })
final class FetchCommand extends KafkaCommand {
    private static final Duration SAY_EVERY = Duration.ofSeconds(10);

    @Option(
            names = "--user-agent",
            paramLabel = "TEXT",
            defaultValue = "Decorum/0.1",
            description = "Name of your crawler, with a way to reach you. Default: ${DEFAULT-VALUE}.")
    private String userAgent = "";

    @Option(
            names = "--group",
            paramLabel = "NAME",
            defaultValue = "decorum-fetchers",
            description = "Fetchers of one group share the releases. Default: ${DEFAULT-VALUE}.")
    private String group = "";

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "1024",
            description = "Most requests under way at once. Default: ${DEFAULT-VALUE}.")
    private int inFlight;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "For a whole fetch. Default: ${DEFAULT-VALUE}.")
    private int timeoutSeconds;

    @Option(
            names = "--allow",
            paramLabel = "CIDR,...",
            defaultValue = "",
            description = "Ranges that may be connected to although they are not public. Default: none.")
    private String allow = "";

    @Option(
            names = "--ignore-robots",
            description = "Do not read robots.txt. Otherwise it is read in a slot of each site, and obeyed.")
    private boolean ignoreRobots;

    @Option(
            names = "--no-redirects",
            description = "Report redirects and publish nothing for them. Otherwise the target of a redirect becomes a "
                    + "request of its own, up to 10 times in a row.")
    private boolean noRedirects;

    @Option(
            names = "--stand-in",
            paramLabel = "HOST:PORT",
            description = "Send every request there in plain HTTP, with the URL's own host in the Host header.")
    private @Nullable String standIn;

    @Override
    public Integer call() throws InterruptedException {
        OkHttpFetcherBuilder http = describe();
        requireTopic(TopicNames.RELEASE);
        ShutdownRequest shutdown = ShutdownRequest.listen();
        int exitCode = ExitCode.FAILED;
        Map<String, String> settings = connection.settings();
        try (OkHttpFetcher fetcher = http.build();
                FetchLoop loop = describe(settings, fetcher).start()) {
            exitCode = watch(loop, shutdown);
        } finally {
            shutdown.done(exitCode);
        }
        return exitCode;
    }

    private FetchLoopBuilder describe(Map<String, String> settings, OkHttpFetcher fetcher) {
        FetchLoopBuilder loop = FetchLoop.builder()
                .kafka(settings)
                .group(group)
                .inFlightMax(inFlight)
                .fetcher(fetcher);
        if (!ignoreRobots) {
            loop.robots(RobotsTxt.readBy(fetcher));
        }
        return noRedirects ? loop.redirectsMax(0) : loop;
    }

    private OkHttpFetcherBuilder describe() {
        requireAtLeast("--in-flight", inFlight, 1);
        requireAtLeast("--timeout", timeoutSeconds, 1);
        if (group.isBlank()) {
            throw usage("--group: '" + group + "' (expected: a name)");
        }
        try {
            OkHttpFetcherBuilder http = OkHttpFetcher.builder()
                    .userAgent(userAgent)
                    .requestsMax(inFlight)
                    .timeout(Duration.ofSeconds(timeoutSeconds))
                    .allow(CidrList.parse(allow));
            return standIn == null ? http : http.route(Route.allTo(address(standIn)));
        } catch (IllegalArgumentException invalid) {
            throw usage(String.valueOf(invalid.getMessage()));
        }
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        try {
            return new InetSocketAddress(
                    host(text.substring(0, Math.max(0, colon))), Integer.parseInt(text.substring(colon + 1)));
        } catch (IllegalArgumentException invalid) {
            throw new IllegalArgumentException("--stand-in: " + text + " (expected: HOST:PORT)", invalid);
        }
    }

    private static String host(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("host: '" + text + "' (expected: a name or an address)");
        }
        return text;
    }

    private int watch(FetchLoop loop, ShutdownRequest shutdown) throws InterruptedException {
        say("fetching as group " + group + "; stop with Ctrl-C");
        long saidNanos = System.nanoTime();
        while (!shutdown.await(Duration.ofMillis(200))) {
            if (loop.failure().isPresent()) {
                throw new CliException(
                        "the fetcher stopped by itself: " + loop.failure().get());
            }
            if (System.nanoTime() - saidNanos > SAY_EVERY.toNanos()) {
                saidNanos = System.nanoTime();
                say(figures(loop.counters()));
            }
        }
        say("stopping … " + figures(loop.counters()));
        return ExitCode.OK;
    }

    private static String figures(FetchCounters counters) {
        return String.format(
                Locale.ROOT,
                "started %,d  fetched %,d  redirects %,d  for robots.txt %,d  disallowed %,d  failed %,d  missed %,d  start lateness p99 %.1f ms",
                counters.started(),
                counters.fetched(),
                counters.redirected(),
                counters.robots(),
                counters.disallowed(),
                counters.failed(),
                counters.missed(),
                counters.startLatenessMicros(99) / (double) TimeUnit.MILLISECONDS.toMicros(1));
    }

    private void say(String text) {
        out().println(text);
        out().flush();
    }
}

package org.decorum.stage.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.TimeoutException;
import org.decorum.stage.topology.TopicNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts URLs from lists, sitemaps and feeds on {@code crawl.requests}. */
@Command(
        name = "publish",
        header = "Hand URLs to the stage.",
        description = {
            "",
            "Reads lists (one URL a line; blank lines and lines that begin with # are skipped; plain or gzip), sitemaps, "
                    + "sitemap indexes with the files beside them, and RSS or Atom feeds. URLs are not judged here: what "
                    + "the stage cannot use comes back on crawl.rejected with its reason.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum publish urls.txt more.txt.gz",
            "  decorum publish https://example.org/ https://example.org/about",
            "  zcat crawl.log.gz | awk '{print $$7}' | decorum publish -",
            "  decorum publish --sitemap sitemap_index.xml --kind page --priority 3",
            "  curl -s https://example.org/feed.xml | decorum publish --sitemap - --deadline +1h"
        })
final class PublishCommand extends KafkaCommand {
    @Parameters(paramLabel = "SOURCE", arity = "0..*", description = "A file, - for standard input, or a URL itself.")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = {"-s", "--sitemap", "--feed"},
            paramLabel = "FILE",
            description = "A sitemap, sitemap index, RSS or Atom feed; - for standard input. May be repeated.")
    private List<String> sitemaps = new ArrayList<>();

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "At most N URLs a second. Default: as fast as Kafka takes them.")
    private double rate;

    @Mixin
    private RequestOptions request = new RequestOptions();

    private long read;
    private final long startedNanos = System.nanoTime();

    @Override
    public Integer call() throws IOException {
        check();
        requireTopic(TopicNames.REQUESTS);
        try (RequestPublisher publisher = RequestPublisher.open(connection.clientSettings())) {
            List<String> remote;
            try (ProgressLine progress =
                    new ProgressLine(err(), Terminal.ofThisProcess().stderr())) {
                remote = publishAll(publisher, progress);
                publisher.flush();
            }
            remote.forEach(url -> err().println("not read: " + url + " (no file of that name beside its index)"));
            summarise(publisher);
            return publisher.failed() == 0 && remote.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private void check() {
        if (sources.isEmpty() && sitemaps.isEmpty()) {
            throw usage("nothing to publish (expected: a file, a URL, - or --sitemap)");
        }
        if (Stream.concat(sources.stream(), sitemaps.stream())
                        .filter(InputFile.STDIN::equals)
                        .count()
                > 1) {
            throw usage("standard input can be read once only (expected: - at most once)");
        }
        if (!(rate >= 0)) {
            throw usage("--rate: " + rate + " (expected: >= 0)");
        }
        request.problem().ifPresent(problem -> {
            throw usage(problem);
        });
        requireReadable(Stream.concat(sources.stream().filter(source -> !isUrl(source)), sitemaps.stream()));
    }

    private List<String> publishAll(RequestPublisher publisher, ProgressLine progress) throws IOException {
        Pacer pacer = new Pacer(rate);
        SitemapReader reader = new SitemapReader(url -> publish(url, publisher, pacer, progress));
        for (String source : sources) {
            try (Stream<String> urls = isUrl(source) ? Stream.of(source) : UrlList.open(source)) {
                urls.forEach(url -> publish(url, publisher, pacer, progress));
            }
        }
        for (String sitemap : sitemaps) {
            if (sitemap.equals(InputFile.STDIN)) {
                reader.read(System.in, "standard input", URI.create("file:///").toURL());
            } else {
                reader.read(Path.of(sitemap));
            }
        }
        return reader.remote();
    }

    private void publish(String url, RequestPublisher publisher, Pacer pacer, ProgressLine progress) {
        pacer.await();
        publisher.send(request.request(url));
        read++;
        publisher.firstFailure().filter(TimeoutException.class::isInstance).ifPresent(failure -> {
            throw new CliException(
                    publisher.acknowledged() + " URLs were sent, then Kafka stopped answering: publish the rest again",
                    failure);
        });
        progress.show(() -> String.format(
                Locale.ROOT,
                "%,d read, %,d sent, %,d failed, %,.0f a second",
                read,
                publisher.acknowledged(),
                publisher.failed(),
                publisher.acknowledged() / seconds()));
    }

    private void summarise(RequestPublisher publisher) {
        out().printf(
                        Locale.ROOT,
                        "sent %,d of %,d URLs in %.1f s; %,d failed%n",
                        publisher.acknowledged(),
                        read,
                        seconds(),
                        publisher.failed());
        publisher
                .firstFailure()
                .ifPresent(failure ->
                        err().println("first failure: " + Failures.describe(failure, connection.bootstrapServers())));
    }

    private double seconds() {
        return (System.nanoTime() - startedNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private static boolean isUrl(String source) {
        return source.regionMatches(true, 0, "http://", 0, 7) || source.regionMatches(true, 0, "https://", 0, 8);
    }
}

package org.decorum.stage.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.ssrf.AddressGuard;
import org.decorum.core.ssrf.HostGuard;
import org.decorum.stage.cli.alias.AliasFile;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.policy.PolicyBook;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells how the stage sees URLs; talks to nobody but the instance that {@code --stage} names. */
@Command(
        name = "explain",
        header = "Show how a URL, a robots.txt or a Retry-After is read, and why.",
        description = {
            "",
            "A URL: how it is keyed, costed and policed. With --robots: what that file says to a crawler about each "
                    + "URL. With --retry-after: how long an origin that answered with this header is left alone.",
            "",
            "Reads the settings of --config and -D as the stage would. Policies on crawl.policies are not read: what "
                    + "is in force without any is shown, from the profile of the origin's kind and the settings. "
                    + "Aliases are those of --aliases.",
            "",
            "Talks to nobody, but for --stage: then that instance is asked what it knows of each URL's origin: its "
                    + "pace, requests in flight, latency and hold.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum explain https://www.example.com/a http://bücher.example/",
            "  decorum explain --aliases aliases.txt https://www.example.com/a",
            "  decorum explain --stage http://127.0.0.1:8080 https://www.example.com/a",
            "  decorum explain --kind search 'https://example.com/?q=x'",
            "  decorum explain --tsv links.txt | cut -f2 | sort | uniq -c | sort -rn | head",
            "  decorum explain --robots robots.txt --agent ourbot https://example.com/a",
            "  decorum explain --retry-after 'Sun, 29 Nov 2026 12:02:00 GMT' --now 2026-11-29T12:00:00Z",
            "",
            "Columns of --robots with --tsv: input, ALLOWED or DISALLOWED, crawl delay in microseconds or NONE.",
            "Columns of --tsv: input, origin key or REJECT:REASON, site key, kind, cost, PUBLIC or BLOCK:range."
        })
final class ExplainCommand extends KafkaCommand {
    /** Looking whether somebody still reads writes out what there is. */
    private static final int LINES_PER_LOOK = 1_000;

    @Parameters(paramLabel = "URL", arity = "0..*", description = "URLs to explain in words.")
    private List<String> urls = new ArrayList<>();

    @Option(
            names = "--tsv",
            paramLabel = "FILE",
            description = "Explain each URL of a list (- for standard input) as one line of tab-separated values.")
    private @Nullable String tsv;

    @Option(names = "--header", description = "Begin the output of --tsv with a line that names the columns.")
    private boolean header;

    @Option(names = "--kind", paramLabel = "KIND", description = "What the URLs are: search, page, image, …")
    private @Nullable String kind;

    @Option(names = "--cost", paramLabel = "N", description = "Units of cost that the publisher would set.")
    private @Nullable Integer cost;

    @Option(
            names = "--aliases",
            paramLabel = "FILE",
            description = "Aliases to obey, as decorum alias apply takes them.")
    private @Nullable String aliases;

    @Option(
            names = "--robots",
            paramLabel = "FILE",
            description = "Show what a robots.txt says to --agent (- for standard input).")
    private @Nullable String robots;

    @Option(
            names = "--agent",
            paramLabel = "NAME",
            description = "The crawler that reads it: its product token, or its whole User-Agent.")
    private @Nullable String agent;

    @Option(names = "--retry-after", paramLabel = "VALUE", description = "Show what a Retry-After header means.")
    private @Nullable String retryAfter;

    @Option(names = "--stage", paramLabel = "URL", description = "Ask this instance how the origin is at present.")
    private @Nullable String stage;

    @Option(
            names = "--now",
            paramLabel = "INSTANT",
            description = "When --retry-after came, such as 2026-11-29T12:00:00Z. Default: now.")
    private @Nullable String now;

    @Option(names = "--date", paramLabel = "HTTPDATE", description = "The Date header next to --retry-after.")
    private @Nullable String date;

    @Override
    public Integer call() throws IOException {
        requireReadable(Stream.of(tsv, robots).filter(Objects::nonNull));
        if (retryAfter != null) {
            out().print(RetryAfterExplanation.words(
                    retryAfter, date, instant(), stageConfig().defaultPolicy().backoff()));
        } else if (robots != null) {
            explainRobots(robots);
        } else {
            explainUrls();
        }
        out().flush();
        return ExitCode.OK;
    }

    private Instant instant() {
        try {
            return now == null ? now() : OffsetDateTime.parse(now).toInstant();
        } catch (DateTimeParseException invalid) {
            throw usage("--now: " + now + " (expected: an instant such as 2026-11-29T12:00:00Z)");
        }
    }

    private void explainRobots(String file) throws IOException {
        if (agent == null || agent.isBlank()) {
            throw usage("--agent: missing (expected: whose rules of --robots to show)");
        }
        if (file.equals(tsv)) {
            throw usage("--robots and --tsv: both " + file + " (expected: two files)");
        }
        byte[] content;
        try (InputStream in = InputFile.open(file)) {
            content = in.readAllBytes();
        }
        RobotsExplanation explanation = new RobotsExplanation(content, agent);
        if (tsv == null) {
            out().print(explanation.words(urls));
        } else {
            explainLines(tsv, RobotsExplanation.TSV_HEADER, explanation::tsv);
        }
    }

    private void explainUrls() throws IOException {
        if (urls.isEmpty() == (tsv == null)) {
            throw usage("nothing to explain, or too much (expected: URLs, or --tsv FILE)");
        }
        Explanation explanation = explanation();
        if (tsv != null) {
            explainLines(tsv, Explanation.TSV_HEADER, explanation::tsv);
        } else {
            explainInWords(explanation);
        }
    }

    private void explainInWords(Explanation explanation) throws IOException {
        Optional<PresentState> present = presentState();
        for (String url : urls) {
            out().print(explanation.words(url));
            Optional<String> originKey = explanation.originKey(url);
            if (present.isPresent() && originKey.isPresent()) {
                out().print(present.get().words(originKey.get()));
            }
        }
    }

    private Optional<PresentState> presentState() {
        try {
            return Optional.ofNullable(stage).map(PresentState::new);
        } catch (IllegalArgumentException invalid) {
            throw usage("--stage: " + invalid.getMessage());
        }
    }

    private Explanation explanation() throws IOException {
        if (cost != null && !RequestOptions.isCost(cost)) {
            throw usage(RequestOptions.costProblem(cost));
        }
        StageConfig config = stageConfig();
        try {
            return new Explanation(
                    config.keyer(),
                    aliases(config.keyer()),
                    new HostGuard(AddressGuard.allowing(config.allowedRanges())),
                    new PolicyBook(config.defaultPolicy(), config.keyer()),
                    cost,
                    kind);
        } catch (IllegalArgumentException invalid) {
            throw usage(String.valueOf(invalid.getMessage()));
        }
    }

    private Optional<AliasFile> aliases(OriginKeyer keyer) throws IOException {
        if (aliases == null) {
            return Optional.empty();
        }
        AliasFile file = AliasFile.open(aliases, keyer, now());
        file.requireSound(err()::println);
        return Optional.of(file);
    }

    /**
     * Every line counts, also an empty one: the output has as many lines as the input. Ends early where nobody reads them
     * any more.
     */
    private void explainLines(String file, String columns, UnaryOperator<String> explained) throws IOException {
        PrintWriter lines = new PrintWriter(out(), false);
        if (header) {
            lines.print(columns + "\n");
        }
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(InputFile.open(file), StandardCharsets.UTF_8), 1 << 16)) {
            long number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (number++ % LINES_PER_LOOK == 0 && isClosed(lines)) {
                    return;
                }
                lines.print(explained.apply(UrlList.withoutMark(line)));
                lines.print('\n');
            }
        }
        lines.flush();
    }
}

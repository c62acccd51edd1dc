package org.decorum.stage.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Cost;
import org.decorum.core.ssrf.AddressGuard;
import org.decorum.core.ssrf.HostGuard;
import org.decorum.stage.config.StageConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells how the stage sees URLs, without talking to anybody. */
@Command(
        name = "explain",
        header = "Show how a URL is keyed, costed and policed, and why. Talks to nobody.",
        description = {
            "",
            "Reads the settings of --config and -D as the stage would. Policies on crawl.policies are not read: the "
                    + "default is shown.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum explain https://www.example.com/a http://bücher.example/",
            "  decorum explain --kind search 'https://example.com/?q=x'",
            "  decorum explain --tsv links.txt | cut -f2 | sort | uniq -c | sort -rn | head",
            "",
            "Columns of --tsv: input, origin key or REJECT:REASON, site key, kind, cost, PUBLIC or BLOCK:range."
        })
final class ExplainCommand extends KafkaCommand {
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

    @Override
    public Integer call() throws IOException {
        if (urls.isEmpty() == (tsv == null)) {
            throw usage("nothing to explain, or too much (expected: URLs, or --tsv FILE)");
        }
        if (cost != null && !RequestOptions.isCost(cost)) {
            throw usage(RequestOptions.costProblem(cost));
        }
        requireReadable(Optional.ofNullable(tsv).stream());
        Explanation explanation = explanation();
        if (tsv != null) {
            explainLines(explanation, tsv);
        } else {
            urls.forEach(url -> out().print(explanation.words(url)));
        }
        out().flush();
        return ExitCode.OK;
    }

    private Explanation explanation() {
        try {
            StageConfig config = new StageConfig(connection.settings());
            return new Explanation(
                    OriginKeyer.bundled(),
                    new HostGuard(AddressGuard.allowing(config.allowedRanges())),
                    config.defaultPolicy(),
                    Cost.of(cost, kind));
        } catch (ConfigException | IllegalArgumentException invalid) {
            throw usage(String.valueOf(invalid.getMessage()));
        }
    }

    /** As many lines as the list has URLs; ends early where nobody reads them any more. */
    private void explainLines(Explanation explanation, String file) throws IOException {
        PrintWriter lines = new PrintWriter(out(), false);
        if (header) {
            lines.print(Explanation.TSV_HEADER + "\n");
        }
        try (Stream<String> list = UrlList.open(file)) {
            Iterator<String> rest = list.iterator();
            while (rest.hasNext() && !isClosed(lines)) {
                lines.print(explanation.tsv(rest.next()));
                lines.print('\n');
            }
        }
        lines.flush();
    }
}

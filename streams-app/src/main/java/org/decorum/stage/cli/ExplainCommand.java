package org.decorum.stage.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Cost;
import org.decorum.core.ssrf.AddressGuard;
import org.decorum.core.ssrf.HostGuard;
import org.decorum.stage.cli.alias.AliasFile;
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
                    + "default is shown. Aliases are those of --aliases.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  decorum explain https://www.example.com/a http://bücher.example/",
            "  decorum explain --aliases aliases.txt https://www.example.com/a",
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
            description = "Explain each line of a file (- for standard input) as one line of tab-separated values.")
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

    @Override
    public Integer call() throws IOException {
        if (urls.isEmpty() == (tsv == null)) {
            throw usage("nothing to explain, or too much (expected: URLs, or --tsv FILE)");
        }
        Explanation explanation = explanation();
        if (tsv != null) {
            explainLines(explanation, tsv);
        } else {
            urls.forEach(url -> out().print(explanation.words(url)));
        }
        out().flush();
        return ExitCode.OK;
    }

    private Explanation explanation() throws IOException {
        StageConfig config = stageConfig();
        try {
            return new Explanation(
                    config.keyer(),
                    aliases(config.keyer()),
                    new HostGuard(AddressGuard.allowing(config.allowedRanges())),
                    config.defaultPolicy(),
                    Cost.of(cost, kind));
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

    /** Every line counts, also an empty one: the output has as many lines as the input. */
    private void explainLines(Explanation explanation, String file) throws IOException {
        PrintWriter lines = new PrintWriter(out(), false);
        if (header) {
            lines.print(Explanation.TSV_HEADER + "\n");
        }
        try (BufferedReader reader = open(file)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.print(explanation.tsv(line));
                lines.print('\n');
            }
        }
        lines.flush();
    }

    private BufferedReader open(String file) throws IOException {
        if (!file.equals(UrlList.STDIN) && !Files.isReadable(Path.of(file))) {
            throw usage("--tsv: " + file + " cannot be read (expected: a file, or - for standard input)");
        }
        return new BufferedReader(
                new InputStreamReader(
                        UrlList.inflated(file.equals(UrlList.STDIN) ? System.in : Files.newInputStream(Path.of(file))),
                        StandardCharsets.UTF_8),
                1 << 16);
    }
}

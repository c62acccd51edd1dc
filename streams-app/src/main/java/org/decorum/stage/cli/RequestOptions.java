package org.decorum.stage.cli;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.decorum.schema.CrawlRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a publisher may say about every URL that it publishes. */
final class RequestOptions {
    private static final int PRIORITY_MAX = 9;
    private static final int COST_MAX = 1_000;

    @Option(
            names = {"-p", "--priority"},
            paramLabel = "0-9",
            description = "Inside a site, higher goes first. Default: as the policy says, 5 unless it is changed.")
    private @Nullable Integer priority;

    @Option(
            names = {"-k", "--kind"},
            paramLabel = "KIND",
            description = "What the URLs are, e.g. search, page, image; a policy may price it.")
    private @Nullable String kind;

    @Option(
            names = {"-c", "--cost"},
            paramLabel = "UNITS",
            description = "Weight of each request, 1 to 1000. Default: by kind and policy.")
    private @Nullable Integer cost;

    @Option(
            names = "--not-before",
            paramLabel = "WHEN",
            converter = Moments.class,
            description = "Earliest start: 2026-12-31T23:59:00Z, or from now: +90s, +10m, +2h, +1d.")
    private @Nullable Instant notBefore;

    @Option(
            names = "--deadline",
            paramLabel = "WHEN",
            converter = Moments.class,
            description = "Latest useful start; what cannot start by then is rejected.")
    private @Nullable Instant deadline;

    @Option(
            names = {"-m", "--metadata"},
            paramLabel = "KEY=VALUE",
            description = "Comes back untouched with each release and rejection. May be repeated.")
    private Map<String, String> metadata = new LinkedHashMap<>();

    /** What is wrong with the options, in one line. */
    Optional<String> problem() {
        if (priority != null && (priority < 0 || priority > PRIORITY_MAX)) {
            return Optional.of("--priority: " + priority + " (expected: 0 to " + PRIORITY_MAX + ")");
        }
        if (cost != null && !isCost(cost)) {
            return Optional.of(costProblem(cost));
        }
        if (notBefore != null && deadline != null && deadline.isBefore(notBefore)) {
            return Optional.of("--deadline: " + deadline + " (expected: not before --not-before " + notBefore + ")");
        }
        return Optional.empty();
    }

    static boolean isCost(int units) {
        return units >= 1 && units <= COST_MAX;
    }

    static String costProblem(int units) {
        return "--cost: " + units + " (expected: 1 to " + COST_MAX + ")";
    }

    CrawlRequest request(String url) {
        return CrawlRequest.newBuilder()
                .setUrl(url)
                .setPriority(priority)
                .setKind(kind)
                .setCost(cost)
                .setNotBefore(notBefore)
                .setDeadline(deadline)
                .setMetadata(metadata)
                .build();
    }
}

package org.decorum.stage.cli.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.decorum.schema.BacklogFullRule;
import org.decorum.schema.CostRule;
import org.decorum.schema.CrawlDelayRule;
import org.decorum.schema.OriginPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to set in a policy, and what to take out of it. */
final class FieldOptions {
    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description =
                    "Values for all that no policy says: polite, object-store, cdn, image-service, " + "adaptive.")
    private @Nullable String profile;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "From one start to the next, for each unit of cost.")
    private @Nullable Span interval;

    @Option(
            names = "--site-interval",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "The same for each site of an origin that several share.")
    private @Nullable Span siteInterval;

    @Option(
            names = "--interval-max",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "Slowest interval after 429 and 503, each of which doubles it once.")
    private @Nullable Span intervalMax;

    @Option(
            names = "--interval-start",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "Interval of a new origin or site, until good answers bring it to --interval.")
    private @Nullable Span intervalStart;

    @Option(
            names = "--adaptive",
            negatable = true,
            description = "Let what answers take move the interval and the requests in flight, or not.")
    private @Nullable Boolean adaptive;

    @Option(names = "--burst", paramLabel = "N", description = "Starts at once after a quiet time; 1 is no burst.")
    private @Nullable Integer burst;

    @Option(names = "--slot", paramLabel = "TIME", converter = Span.Converter.class, description = "Width of a slot.")
    private @Nullable Span slot;

    @Option(
            names = "--crawl-delay",
            paramLabel = "HOW",
            converter = CrawlDelayOption.class,
            description = "How the Crawl-delay of robots.txt counts: start-to-start, finish-to-start, ignore.")
    private @Nullable CrawlDelayRule crawlDelay;

    @Option(
            names = "--crawl-delay-max",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "Longest Crawl-delay that is obeyed; also the way out of one that is asked for no longer.")
    private @Nullable Span crawlDelayMax;

    @Option(
            names = "--cost-rule",
            paramLabel = "RULE",
            converter = CostRuleOption.class,
            description = "What requests cost: kind:search=4, path:/find*,query:q=4, content-type:image/*=1. May be "
                    + "repeated; the first that fits counts. Replaces all rules of this policy.")
    private List<CostRule> costRules = new ArrayList<>();

    @Option(names = "--max-in-flight", paramLabel = "N", description = "Releases whose outcome is not known yet.")
    private @Nullable Integer maxInFlight;

    @Option(names = "--max-attempts", paramLabel = "N", description = "Attempts before a URL is rejected.")
    private @Nullable Integer maxAttempts;

    @Option(
            names = "--lease-timeout",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "How long after its slot a release may stay without a report.")
    private @Nullable Span leaseTimeout;

    @Option(names = "--backlog-max", paramLabel = "N", description = "Most URLs that wait.")
    private @Nullable Integer backlogMax;

    @Option(
            names = "--backlog-full",
            paramLabel = "HOW",
            converter = BacklogFullOption.class,
            description = "What gives way when one more comes: reject-new (it does), drop-lowest-priority (the newest "
                    + "of the lowest priority, where that is below its own), park (it goes to crawl.parked).")
    private @Nullable BacklogFullRule backlogFull;

    @Option(names = "--priority", paramLabel = "0-9", description = "Priority of URLs that arrive without one.")
    private @Nullable Integer priority;

    @Option(
            names = "--backoff-initial",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "First pause after a 429 or 503 without Retry-After; each further one is twice as long.")
    private @Nullable Span backoffInitial;

    @Option(
            names = "--backoff-cap",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "Longest such pause.")
    private @Nullable Span backoffCap;

    @Option(
            names = "--backoff-quiet",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "Time without complaint after which the first pause counts again.")
    private @Nullable Span backoffQuiet;

    @Option(
            names = "--failure-run",
            paramLabel = "N",
            description = "So many 5xx answers, connect failures and timeouts in a row open a pause as well.")
    private @Nullable Integer failureRun;

    @Option(
            names = "--retry-after-cap",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "Longest Retry-After that is obeyed.")
    private @Nullable Span retryAfterCap;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "How long an idle origin is remembered.")
    private @Nullable Span retention;

    @Option(names = "--weight", paramLabel = "N", description = "Share of a site among the sites of its origin.")
    private @Nullable Integer weight;

    @Option(
            names = "--misses-only",
            negatable = true,
            description = "A cache: the origin is charged only for what the cache does not have, or for all.")
    private @Nullable Boolean missesOnly;

    @Option(
            names = "--paused",
            negatable = true,
            description = "Release nothing and keep everything, or not though a pattern says so.")
    private @Nullable Boolean paused;

    @Option(
            names = "--blocked",
            negatable = true,
            description = "Reject what waits and what arrives, or not though a pattern says so.")
    private @Nullable Boolean blocked;

    @Option(names = "--note", paramLabel = "TEXT", description = "Why, for people.")
    private @Nullable String note;

    @Option(
            names = "--unset",
            paramLabel = "FIELD",
            split = ",",
            description = "Say nothing of these any more, e.g. burst,note.")
    private List<String> unset = new ArrayList<>();

    boolean isEmpty() {
        return values().isEmpty() && unset.isEmpty();
    }

    /**
     * What was there, with the changes.
     *
     * @throws IllegalArgumentException if a field to unset is not known
     */
    OriginPolicy applyTo(OriginPolicy before) {
        OriginPolicy after = Fields.copy(before);
        unset.forEach(name -> Fields.put(after, name, null));
        values().forEach((name, value) -> Fields.put(after, name, value));
        return after;
    }

    private Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        put(values, "profile", profile);
        put(values, "interval", micros(interval));
        put(values, "site-interval", micros(siteInterval));
        put(values, "interval-max", micros(intervalMax));
        put(values, "interval-start", micros(intervalStart));
        put(values, "adaptive", adaptive);
        put(values, "burst", burst);
        put(values, "slot", micros(slot));
        put(values, "crawl-delay", crawlDelay);
        put(values, "crawl-delay-max", micros(crawlDelayMax));
        put(values, "cost-rules", costRules.isEmpty() ? null : costRules);
        put(values, "max-in-flight", maxInFlight);
        put(values, "max-attempts", maxAttempts);
        put(values, "lease-timeout", micros(leaseTimeout));
        put(values, "backlog-max", backlogMax);
        put(values, "backlog-full", backlogFull);
        put(values, "priority", priority);
        put(values, "backoff-initial", micros(backoffInitial));
        put(values, "backoff-cap", micros(backoffCap));
        put(values, "backoff-quiet", micros(backoffQuiet));
        put(values, "failure-run", failureRun);
        put(values, "retry-after-cap", micros(retryAfterCap));
        put(values, "retention", micros(retention));
        put(values, "weight", weight);
        put(values, "misses-only", missesOnly);
        put(values, "paused", paused);
        put(values, "blocked", blocked);
        put(values, "note", note);
        return values;
    }

    private static void put(Map<String, Object> values, String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    private static @Nullable Long micros(@Nullable Span span) {
        return span == null ? null : span.micros();
    }
}

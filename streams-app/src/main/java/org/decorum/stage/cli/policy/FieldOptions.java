package org.decorum.stage.cli.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.decorum.schema.OriginPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to set in a policy, and what to take out of it. */
final class FieldOptions {
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

    @Option(names = "--burst", paramLabel = "N", description = "Starts at once after a quiet time; 1 is no burst.")
    private @Nullable Integer burst;

    @Option(names = "--slot", paramLabel = "TIME", converter = Span.Converter.class, description = "Width of a slot.")
    private @Nullable Span slot;

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

    @Option(names = "--backlog-max", paramLabel = "N", description = "URLs that wait; more are rejected.")
    private @Nullable Integer backlogMax;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "How long an idle origin is remembered.")
    private @Nullable Span retention;

    @Option(names = "--weight", paramLabel = "N", description = "Share of a site among the sites of its origin.")
    private @Nullable Integer weight;

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
        put(values, "interval", micros(interval));
        put(values, "site-interval", micros(siteInterval));
        put(values, "burst", burst);
        put(values, "slot", micros(slot));
        put(values, "max-in-flight", maxInFlight);
        put(values, "max-attempts", maxAttempts);
        put(values, "lease-timeout", micros(leaseTimeout));
        put(values, "backlog-max", backlogMax);
        put(values, "retention", micros(retention));
        put(values, "weight", weight);
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

package org.decorum.stage.cli.capacity;

import org.decorum.core.capacity.Workload;
import org.decorum.stage.cli.policy.Span;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is asked of the stage. */
final class WorkloadOptions {

    private static final double SECOND = 1e6;

    @Option(
            names = "--origins",
            paramLabel = "N",
            required = true,
            converter = Amount.Converter.class,
            description = "Origins that are known: seen within the retention. Such as 10M or 1B.")
    private Amount origins = new Amount(0);

    @Option(
            names = "--urls-per-second",
            paramLabel = "U",
            required = true,
            converter = Amount.Converter.class,
            description = "URLs that come in, are released and concluded. Such as 5k.")
    private Amount urlsPerSecond = new Amount(0);

    @Option(
            names = "--held-urls",
            paramLabel = "N",
            converter = Amount.Converter.class,
            description = "URLs that wait. Default: one for each origin.")
    private @Nullable Amount heldUrls;

    @Option(
            names = "--active-origins",
            paramLabel = "N",
            converter = Amount.Converter.class,
            description = "Origins that have URLs waiting or under way. Default: as many as URLs wait, at most all.")
    private @Nullable Amount activeOrigins;

    @Option(
            names = "--zipf",
            paramLabel = "S",
            defaultValue = "1.0",
            description = "The origin of rank k gets its share by 1/k^S, at most its budget; 0 for all the same. "
                    + "Default: ${DEFAULT-VALUE}.")
    private double zipf;

    @Option(
            names = "--interval",
            paramLabel = "SPAN",
            converter = Span.Converter.class,
            description = "Budget of an origin: one URL each SPAN. Default: decorum.default.interval.ms.")
    private @Nullable Span interval;

    Workload workload(double defaultIntervalMillis) {
        double held = heldUrls == null ? origins.value() : heldUrls.value();
        double active = activeOrigins == null ? Math.min(origins.value(), held) : activeOrigins.value();
        double intervalSeconds = interval == null ? defaultIntervalMillis / 1e3 : interval.micros() / SECOND;
        return new Workload(
                Math.round(origins.value()),
                Math.round(active),
                Math.round(held),
                urlsPerSecond.value(),
                zipf,
                1 / intervalSeconds);
    }
}

package org.decorum.stage.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.OriginHold;
import org.jspecify.annotations.Nullable;

/** One line of text a record, for people: the time of the event first, then the origin, then what there is to say. */
final class RecordLines {
    private final DateTimeFormatter time;

    RecordLines(ZoneId zone) {
        this.time = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(zone);
    }

    /** @param now tells how far ahead a release is */
    String line(SpecificRecord datum, Instant now) {
        if (datum instanceof CrawlRelease release) {
            return head(release.getReleaseAt(), release.getOriginKey())
                    + String.format(
                            Locale.ROOT, "#%d  %-10s  ", release.getAttempt(), distance(now, release.getReleaseAt()))
                    + release.getUrl();
        }
        if (datum instanceof CrawlRejected rejected) {
            return head(rejected.getRejectedAt(), rejected.getOriginKey())
                    + String.format(Locale.ROOT, "%-18s  ", rejected.getReason())
                    + rejected.getDetail()
                    + (rejected.getUrl() == null ? "" : "  " + rejected.getUrl());
        }
        if (datum instanceof CrawlDecision decision) {
            return head(decision.getDecidedAt(), decision.getOriginKey())
                    + String.format(Locale.ROOT, "%-14s  ", decision.getKind())
                    + "waiting " + decision.getWaiting() + ", in flight " + decision.getInFlight()
                    + optional("  outcome ", decision.getOutcome())
                    + optional("  status ", decision.getStatus())
                    + optional("  request ", decision.getRequestId());
        }
        if (datum instanceof OriginHold hold) {
            return head(hold.getHeldAt(), hold.getOriginKey())
                    + "until " + time.format(hold.getHoldUntil())
                    + ", epoch " + hold.getEpoch()
                    + ": " + hold.getCause();
        }
        if (datum instanceof CrawlAlert alert) {
            return head(alert.getRaisedAt(), alert.getOriginKey()) + alert.getKind() + ": " + alert.getDetail();
        }
        throw new IllegalArgumentException(
                "record: " + datum.getSchema().getFullName() + " (expected: of an output topic)");
    }

    /** The column heads of a topic. */
    static String header(OutputTopic topic) {
        String rest = switch (topic) {
            case RELEASE -> "TRY START       URL";
            case REJECTED -> "REASON              DETAIL, URL";
            case DECISIONS -> "DECISION        STATE";
            case HOLDS -> "HOLD";
            case ALERTS -> "ALERT";
        };
        return String.format(Locale.ROOT, "%-12s  %-32s  ", "TIME", "ORIGIN") + rest;
    }

    private String head(Instant at, @Nullable String origin) {
        return String.format(Locale.ROOT, "%s  %-32s  ", time.format(at), origin == null ? "-" : origin);
    }

    private static String distance(Instant now, Instant at) {
        long millis = Duration.between(now, at).toMillis();
        String amount = Math.abs(millis) < 10_000 ? Math.abs(millis) + " ms" : Math.abs(millis) / 1_000 + " s";
        return millis >= 0 ? "in " + amount : amount + " ago";
    }

    private static String optional(String label, @Nullable Object value) {
        return value == null ? "" : label + value;
    }
}

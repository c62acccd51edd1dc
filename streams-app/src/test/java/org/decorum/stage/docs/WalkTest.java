package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginHold;
import org.decorum.stage.processor.NodeNames;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalkTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String KEYED = "decorum-" + NodeNames.REQUESTS_BY_ORIGIN + "-repartition";
    private static final List<String> STATE = List.of("state of `garden.example`", "");
    private static final List<String> BACKLOG = List.of("origin", "ticket", "url");

    private final Markdown page = Markdown.page("One URL, record by record");

    @Test
    void aUrlGoesFromPublishToConclusionAsThePageTells(@TempDir Path directory) throws IOException {
        try (Walk stage = new Walk(directory, NOON)) {
            page.paragraph(
                    "Taken from a run of the topology on a clock that a test moves. Records are Avro on the wire, and shown"
                            + " as JSON; null fields are left out. No policy describes the origin: one unit of cost each 5 s.");
            published(stage);
            CrawlRelease release = released(stage);
            concluded(stage, release);
            held(stage, paced(stage, release));
            refused(stage);
        }
        Repository.checkPage("topology-docs/walk.md", page.toString());
    }

    private void published(Walk stage) {
        String request = """
                {"url": "https://www.Garden.example/shed?tool=rake", "kind": "page", "metadata": {"job": "42"}}
                """;
        stage.write(TopicNames.REQUESTS, request);
        page.heading("Noon: published")
                .paragraph("A publisher writes to `crawl.requests`:")
                .fenced("json", Walk.pretty(request))
                .paragraph(
                        "`ReadRequests` finds the origin (lower case, `www.` removed), checks that the host may be crawled, and"
                                + " weighs: a page costs 2. The id is made of partition, offset and a checksum of the URL, so that a"
                                + " replay makes it again. The record goes to the task that owns the origin, through"
                                + " `requests-by-origin`:")
                .fenced("json", Walk.json(only(stage, KEYED, KeyedRequest.class)));
    }

    private CrawlRelease released(Walk stage) {
        CrawlRelease release = only(stage, TopicNames.RELEASE, CrawlRelease.class);
        page.heading("Noon: booked and released")
                .paragraph(
                        "Nobody has asked this origin for anything, so the request gets the nearest slot that a release can"
                                + " still make: 200 ms from now, for commit and network. `EffectApplier` stores the request under"
                                + " its ticket, and `crawl.release` gets:")
                .fenced("json", Walk.json(release))
                .paragraph(
                        "The slot is 250 ms wide. After a request of cost 2 the origin rests for 10 s, from the start of the"
                                + " slot on: that is its theoretical arrival time, TAT.")
                .table(STATE, stage.state("garden.example"))
                .table(BACKLOG, stage.backlog())
                .paragraph("The audit log `crawl.decisions` gets:")
                .fenced("json", Walk.json(only(stage, TopicNames.DECISIONS, CrawlDecision.class)));
        assertThat(release.getMinGapMicros()).isEqualTo(10_000_000);
        return release;
    }

    private void concluded(Walk stage, CrawlRelease release) {
        stage.advance(Duration.ofMillis(320));
        String report = """
                {"outcome": "FETCHED", "origin_key": "%s", "booking_id": "%s", "status": 200,
                 "started_at": "2026-01-01T12:00:00.203Z", "finished_at": "2026-01-01T12:00:00.317Z"}
                """.formatted(release.getOriginKey(), release.getBookingId());
        stage.write(TopicNames.FEEDBACK, report);
        page.heading("320 ms later: fetched")
                .paragraph("The fetcher has started inside the slot and reports on `crawl.feedback`, here in JSON:")
                .fenced("json", Walk.pretty(report))
                .paragraph(
                        "The booking id names the lease. It ends, and the request is deleted from the backlog. Reporting it once"
                                + " more would change nothing.")
                .fenced("json", Walk.json(only(stage, TopicNames.DECISIONS, CrawlDecision.class)))
                .table(STATE, stage.state("garden.example"));
        assertThat(stage.backlog()).isEmpty();
    }

    private CrawlRelease paced(Walk stage, CrawlRelease first) {
        stage.write(TopicNames.REQUESTS, "http://garden.example/gate");
        assertThat(stage.read(TopicNames.RELEASE, CrawlRelease.class)).isEmpty();
        page.heading("At once: a second URL of the origin")
                .paragraph(
                        "Published as plain text, `http://garden.example/gate`. Another scheme, the same origin. Its slot is not"
                                + " near yet, so it is not booked; it waits:")
                .table(BACKLOG, stage.backlog());
        stage.advance(Duration.ofSeconds(10));
        CrawlRelease second = only(stage, TopicNames.RELEASE, CrawlRelease.class);
        page.paragraph(
                        "It is released 250 ms ahead of its slot, by the clock alone. The slot opens when the origin has rested,"
                                + " counted from the start that was reported, 3 ms after the first slot had opened:")
                .fenced("json", Walk.json(second));
        assertThat(Duration.between(first.getReleaseAt(), second.getReleaseAt()))
                .isEqualTo(Duration.ofMillis(10_003));
        return second;
    }

    private void held(Walk stage, CrawlRelease release) {
        stage.advance(Duration.ofMillis(400));
        String report = """
                {"outcome": "FETCHED", "origin_key": "%s", "booking_id": "%s", "status": 429, "retry_after": "30"}
                """.formatted(release.getOriginKey(), release.getBookingId());
        stage.write(TopicNames.FEEDBACK, report);
        OriginHold hold = only(stage, TopicNames.HOLDS, OriginHold.class);
        page.heading("Too much")
                .paragraph("This time the origin answers 429 and asks for half a minute:")
                .fenced("json", Walk.pretty(report))
                .paragraph(
                        "Fetchers hear of it on `crawl.holds`. Nothing of the origin starts before that instant, and nothing of"
                                + " an older epoch ever:")
                .fenced("json", Walk.json(hold));
        stage.advance(Duration.ofSeconds(30));
        CrawlRelease again = only(stage, TopicNames.RELEASE, CrawlRelease.class);
        page.paragraph(
                        "The URL has burnt no attempt. It is released once more, in the new epoch, for when the hold is over. Were"
                                + " others waiting, they would stay until this one has been answered well.")
                .fenced("json", Walk.json(again));
        assertThat(again.getReleaseAt()).isAfterOrEqualTo(hold.getHoldUntil());
        assertThat(again.getEpoch()).isEqualTo(hold.getEpoch());
    }

    private void refused(Walk stage) {
        stage.write(TopicNames.REQUESTS, "http://localhost/admin");
        page.heading("And what is refused")
                .paragraph("`http://localhost/admin` never reaches an origin. `crawl.rejected` gets:")
                .fenced("json", Walk.json(only(stage, TopicNames.REJECTED, CrawlRejected.class)));
    }

    private static <T extends SpecificRecord> T only(Walk stage, String topic, Class<T> type) {
        List<T> records = stage.read(topic, type);
        assertThat(records).as("new on %s", topic).hasSize(1);
        return records.get(0);
    }
}

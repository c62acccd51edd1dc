package org.decorum.stage.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.decorum.schema.AcceptedRecord;
import org.decorum.schema.AlertKind;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.RejectReason;
import org.decorum.stage.metrics.MeterNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sites that share an origin, since an alias says so. */
class AliasTopologyTest {

    private static final String A = "a.example";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String TEN_SECONDS = "{\"interval_micros\": 10000000}";

    @TempDir
    Path directory;

    private StageHarness stage;

    @BeforeEach
    void start() {
        stage = new StageHarness(directory, Map.of());
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void hostsOfOneOriginAreSpacedAsOneAndTakeTurns() {
        stage.alias("a.example", to("g"));
        stage.alias("b.example", to("g"));
        stage.policy("g", TEN_SECONDS);
        publish(3, "a.example", "b.example");
        stage.advance(Duration.ofSeconds(51));
        List<CrawlRelease> releases = stage.releases();
        assertThat(releases).extracting(CrawlRelease::getOriginKey).hasSize(6).containsOnly("g");
        assertThat(releases)
                .filteredOn(release -> release.getSiteKey().equals("a.example"))
                .hasSize(3);
        assertThat(releases)
                .filteredOn(release -> release.getSiteKey().equals("b.example"))
                .hasSize(3);
        assertThat(releases)
                .extracting(release -> Duration.between(releases.get(0).getReleaseAt(), release.getReleaseAt())
                        .toSeconds())
                .containsExactly(0L, 10L, 20L, 30L, 40L, 50L);
    }

    @Test
    void subDomainsAreOriginsOfTheirOwnUnlessAPatternSaysOtherwise() {
        publish(1, "list.d.example", "item.d.example", "d.example");
        assertThat(stage.releases())
                .extracting(CrawlRelease::getOriginKey)
                .containsExactlyInAnyOrder("list.d.example", "item.d.example", "d.example");
        stage.alias("*.e.example", to("e.example"));
        stage.alias("own.e.example", to("own.e.example"));
        publish(1, "list.e.example", "own.e.example", "www.e.example");
        stage.advance(Duration.ofSeconds(11));
        assertThat(stage.releases())
                .extracting(CrawlRelease::getOriginKey)
                .containsExactlyInAnyOrder("e.example", "own.e.example", "e.example");
    }

    @Test
    void bucketsPayForThemselvesWhateverAPatternSaysOfTheirHosts() {
        stage.alias("*.amazonaws.com", to("g"));
        stage.publish("https://books.s3.amazonaws.com/1");
        stage.publish("https://s3.amazonaws.com/maps/1");
        stage.publish("https://console.amazonaws.com/1");
        assertThat(stage.releases())
                .extracting(CrawlRelease::getOriginKey)
                .containsExactlyInAnyOrder("s3:books", "s3:maps", "g");
    }

    @Test
    void whatIsRefusedForItsHostSaysWhichOriginItWas() {
        stage.alias("localhost", to("g"));
        stage.publish("http://localhost/");
        assertThat(stage.rejected()).singleElement().satisfies(rejected -> {
            assertThat(rejected.getReason()).isEqualTo(RejectReason.SSRF_BLOCKED);
            assertThat(rejected.getOriginKey()).isEqualTo("g");
            assertThat(rejected.getSiteKey()).isEqualTo("localhost");
        });
    }

    @Test
    void anAliasThatIsTakenAwayOrWasNeverGoodHasNoEffect() {
        stage.alias("a.example", to("g"));
        stage.alias("a.example", null);
        stage.alias("b.example", "{\"origin_key\": \"g\"}");
        stage.alias("WWW.C.example", to("g"));
        stage.alias("d.example", to("G"));
        stage.alias("*", to("g"));
        List<String> hosts = List.of("a.example", "b.example", "c.example", "d.example", "f.example");
        publish(1, hosts.toArray(String[]::new));
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).containsExactlyInAnyOrderElementsOf(hosts);
        assertThat(stage.counted(MeterNames.ALIAS_CHANGES)).isEqualTo(2);
    }

    @Test
    void aBadRecordIsRejectedOnceAndTheAliasInForceStays() {
        stage.alias(A, to("g"));
        stage.alias(A, "{\"origin_key\": \"h\"}");
        stage.advance(SECOND);
        assertThat(stage.rejected()).singleElement().satisfies(rejected -> {
            assertThat(rejected.getReason()).isEqualTo(RejectReason.MISSING_FIELD);
            assertThat(rejected.getDetail()).isEqualTo("alias of a.example: said_by: missing (expected: string)");
            assertThat(rejected.getSourceTopic()).isEqualTo(TopicNames.ALIASES);
            assertThat(rejected.getSourceOffset()).isEqualTo(1);
            assertThat(UTF_8.decode(rejected.getRaw()).toString()).isEqualTo("{\"origin_key\": \"h\"}");
        });
        assertThat(stage.acceptedAliases().get(A)).isEqualTo(acceptedBeforeABadRecord());
        publish(1, A);
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).containsExactly("g");
        stage.advance(SECOND);
        assertThat(stage.rejected()).isEmpty();
        assertThat(stage.alerts()).isEmpty();
        assertThat(stage.counted(MeterNames.ALIASES_REFUSED)).isEqualTo(1);
        stage.alias(A, null);
        stage.advance(SECOND);
        assertThat(stage.acceptedAliases()).containsEntry(A, null);
    }

    @Test
    void aStageThatFindsOnlyTheBadRecordKnowsTheLastGoodAliasAndRejectsNothingAgain() {
        stage.alias("other.example", to("g"));
        stage.alias(A, "{\"origin_key\": \"h\"}");
        stage.acceptedAlias(A, acceptedBeforeABadRecord());
        stage.advance(SECOND);
        publish(1, A);
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).containsExactly("g");
        assertThat(stage.rejected()).isEmpty();
    }

    @Test
    void anAliasThatWouldMakeAChainHasNoEffectAndRaisesOneAlert() {
        stage.alias("e.example", to("f.example"));
        stage.alias("f.example", to("g"));
        stage.advance(SECOND);
        assertThat(stage.alerts()).singleElement().satisfies(alert -> {
            assertThat(alert.getKind()).isEqualTo(AlertKind.ALIAS_REFUSED);
            assertThat(alert.getOriginKey()).isEqualTo("f.example");
            assertThat(alert.getDetail())
                    .isEqualTo("f.example -> g would lead f.example away, the origin of other"
                            + " aliases (expected: those lead to g first)");
        });
        publish(1, "e.example");
        publish(1, "f.example");
        stage.advance(Duration.ofSeconds(5));
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).containsOnly("f.example");
        assertThat(stage.alerts()).isEmpty();
        assertThat(stage.rejected()).isEmpty();
        assertThat(stage.counted(MeterNames.ALERTS, MeterNames.KIND, "alias_refused"))
                .isEqualTo(1);
        assertThat(stage.acceptedAliases()).as("a good record by itself").containsKeys("e.example", "f.example");
    }

    /** Of {@link #A}; the bad one stands at offset 1. */
    private static AcceptedRecord acceptedBeforeABadRecord() {
        return AcceptedRecord.newBuilder()
                .setValue(UTF_8.encode(to("g")))
                .setRefusedPartition(0)
                .setRefusedOffset(1L)
                .build();
    }

    private void publish(int count, String... hosts) {
        Stream.of(hosts).forEach(host -> {
            for (int i = 0; i < count; i++) {
                stage.publish("http://" + host + "/" + i);
            }
        });
    }

    private static String to(String originKey) {
        return "{\"origin_key\": \"" + originKey
                + "\", \"said_by\": \"ops\", \"updated_at\": \"2026-01-01T00:00:00Z\"}";
    }
}

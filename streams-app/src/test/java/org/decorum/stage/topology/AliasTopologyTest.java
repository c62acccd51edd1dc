package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.RejectReason;
import org.decorum.stage.metrics.MeterNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sites that share an origin, since an alias says so. */
class AliasTopologyTest {

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
    void anAliasThatIsTakenAwayOrCannotBeUsedHasNoEffect() {
        stage.alias("a.example", to("g"));
        stage.alias("a.example", null);
        stage.alias("b.example", to("g"));
        stage.alias("b.example", "{\"origin_key\": \"g\"}");
        stage.alias("WWW.C.example", to("g"));
        stage.alias("d.example", to("G"));
        stage.alias("e.example", to("f.example"));
        stage.alias("f.example", to("g"));
        stage.alias("*", to("g"));
        List<String> hosts = List.of("a.example", "b.example", "c.example", "d.example", "f.example");
        publish(1, hosts.toArray(String[]::new));
        assertThat(stage.releases()).extracting(CrawlRelease::getOriginKey).containsExactlyInAnyOrderElementsOf(hosts);
        assertThat(stage.counted(MeterNames.ALIAS_CHANGES)).isEqualTo(5);
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

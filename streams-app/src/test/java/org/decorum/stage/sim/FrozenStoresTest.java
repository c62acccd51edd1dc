package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.decorum.core.machine.Lease;
import org.decorum.core.rate.Micros;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.stage.store.StoreNames;
import org.decorum.wire.registry.SchemaRegistries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Today's task goes on from the stores of the previous release, at the microsecond where that one was killed. With
 * {@code -Dtest=FrozenStoresTest#freeze -Ddecorum.fixture.write=true} the stores of today's release are frozen, as
 * decision 039 tells.
 */
class FrozenStoresTest {

    /** When the previous release was killed. */
    private static final long KILLED = FrozenWorld.START + seconds(5);

    private static final long YEAR_2100 = 4_102_444_800_000_000L;

    private final FrozenWorld world = new FrozenWorld(restored(), KILLED);

    @Test
    void theBacklogGoesOnInItsOrderAndAtItsPace() {
        long last = lastReleaseMicros("waiting.example");
        world.passTo(KILLED + seconds(12));
        List<CrawlRelease> releases = world.releasesOf("waiting.example");
        assertThat(releases)
                .extracting(release -> Path.of(release.getUrl()).getFileName().toString())
                .containsExactly("7-b", "6-a", "6-b", "5-a", "5-b", "4-b");
        for (int i = 0; i < releases.size(); i++) {
            assertThat(Micros.of(releases.get(i).getReleaseAt()))
                    .as("slot %d", i)
                    .isEqualTo(last + seconds(i + 1));
        }
        assertThat(releases).extracting(CrawlRelease::getMetadata).containsOnly(Map.of("who", "the previous release"));
    }

    @Test
    void leasesCountUntilTheyAreReportedOrRunOut() {
        List<Lease> leases = world.origin("leased.example").leases();
        assertThat(leases).hasSize(3);
        world.passTo(KILLED + seconds(1));
        assertThat(world.releasesOf("leased.example")).as("all may be out").isEmpty();
        world.report(
                "leased.example",
                leases.get(0).booking().toString(),
                FetchFeedback.newBuilder().setOutcome(FetchOutcome.FETCHED).setStatus(200));
        world.passTo(KILLED + seconds(2));
        assertThat(world.releasesOf("leased.example"))
                .as("one place is free")
                .extracting(CrawlRelease::getAttempt)
                .containsExactly(1);
        world.passTo(leases.get(1).deadlineMicros() - 1);
        assertThat(world.releasesOf("leased.example")).hasSize(1);
        world.passTo(leases.get(2).deadlineMicros() + seconds(60));
        assertThat(world.releasesOf("leased.example").stream().skip(1))
                .as("what nobody reported goes again")
                .extracting(CrawlRelease::getAttempt)
                .startsWith(2);
    }

    @Test
    void holdsAreKeptAndOneProbeGoesFirst() {
        long until = world.origin("held.example").holdUntilMicros();
        assertThat(until).isGreaterThan(KILLED + seconds(590));
        world.passTo(until - seconds(1));
        assertThat(world.releasesOf("held.example")).isEmpty();
        world.passTo(until + seconds(10));
        assertThat(world.releasesOf("held.example")).as("the probe").hasSize(1);
        assertThat(Micros.of(world.releasesOf("held.example").get(0).getReleaseAt()))
                .isGreaterThanOrEqualTo(until);
        world.fetched(world.releasesOf("held.example").get(0));
        world.passTo(until + seconds(20));
        assertThat(world.releasesOf("held.example")).hasSize(5);
    }

    @Test
    void theCrawlDelayIsStillKnown() {
        long last = lastReleaseMicros("robots.example");
        world.passTo(KILLED + seconds(60));
        assertThat(world.releasesOf("robots.example")).as("one is out").isEmpty();
        world.report(
                "robots.example",
                world.origin("robots.example").leases().get(0).booking().toString(),
                FetchFeedback.newBuilder().setOutcome(FetchOutcome.FETCHED).setStatus(200));
        world.passTo(KILLED + seconds(80));
        assertThat(Micros.of(world.releasesOf("robots.example").get(0).getReleaseAt()))
                .isGreaterThanOrEqualTo(KILLED + seconds(67))
                .isGreaterThan(last);
    }

    @Test
    void whatMayNotStartYetStartsThen() {
        world.passTo(FrozenWorld.START + seconds(59));
        assertThat(world.releasesOf("later.example")).isEmpty();
        world.passTo(FrozenWorld.START + seconds(200));
        assertThat(world.releasesOf("later.example"))
                .extracting(release -> Micros.of(release.getReleaseAt()))
                .containsExactly(FrozenWorld.START + seconds(60), FrozenWorld.START + seconds(120));
        world.passTo(FrozenWorld.START + seconds(300));
        assertThat(world.origin("later.example").deferredFromMicros()).isLessThanOrEqualTo(YEAR_2100);
    }

    @Test
    void sitesTakeTurnsAsBefore() {
        assertThat(world.origin("sites.example").hasLane("www.sites.example")).isTrue();
        world.passTo(KILLED + seconds(2));
        assertThat(world.releasesOf("sites.example").stream().collect(Collectors.groupingBy(CrawlRelease::getSiteKey)))
                .hasSize(2)
                .allSatisfy((site, releases) -> assertThat(releases).hasSizeBetween(8, 12));
    }

    @Test
    void whatAnOriginsAnswersTaughtIsStillKnown() {
        world.passTo(KILLED + seconds(2));
        List<CrawlRelease> releases = world.releasesOf("adaptive.example");
        assertThat(releases).isNotEmpty();
        assertThat(releases.get(0).getInFlightMax()).isGreaterThan(1);
    }

    @Test
    void nothingIsLost() {
        int held = world.state.requestsHeld();
        List<String> ended = fetchedInAnHour();
        assertThat(world.rejected).isEmpty();
        assertThat(world.state.held()).containsExactly("later.example/2100");
        assertThat(ended).doesNotHaveDuplicates().hasSize(held - 1);
    }

    /** A previous release that stored a state for each may not make this one look no further. */
    @Test
    void whatJoinsBehindItsStatesIsNotLostEither() {
        int held = world.state.requestsHeld();
        for (int number = 0; number < 5; number++) {
            world.request(
                    "waiting.example",
                    "new-" + number,
                    (request, now) -> request.setPriority(4).setCost(1));
        }
        List<String> ended = fetchedInAnHour();
        assertThat(ended).doesNotHaveDuplicates().hasSize(held - 1 + 5).contains("http://waiting.example/new-4");
    }

    private List<String> fetchedInAnHour() {
        List<String> ended = new ArrayList<>();
        for (int seen = 0; world.now() < KILLED + seconds(3_600); world.passTo(world.now() + 100_000)) {
            for (; seen < world.releases.size(); seen++) {
                world.fetched(world.releases.get(seen));
                ended.add(world.releases.get(seen).getUrl());
            }
        }
        return ended;
    }

    @Test
    @EnabledIfSystemProperty(named = "decorum.fixture.write", matches = "true")
    void freeze() throws IOException {
        Path file = FrozenStores.file(FrozenStores.NEWEST);
        assertThat(file).as("is frozen already").doesNotExist();
        Files.createDirectories(file.getParent());
        Files.write(
                file, previousRelease().frozen().stream().map(FrozenStores::row).toList());
    }

    /** The last five seconds of a release that was killed then. */
    private static FrozenWorld previousRelease() {
        FrozenWorld world = new FrozenWorld(new ShardState(), FrozenWorld.START);
        for (String letter : List.of("a", "b")) {
            for (int priority = 4; priority < 10; priority++) {
                int given = priority;
                world.request(
                        "waiting.example",
                        given + "-" + letter,
                        (request, now) -> request.setPriority(given).setCost(1));
            }
        }
        for (int number = 0; number < 8; number++) {
            world.request("leased.example", "" + number, (request, now) -> {});
            world.request("held.example", "" + number, (request, now) -> {});
            world.request("adaptive.example", "" + number, (request, now) -> {});
        }
        for (int number = 0; number < 40; number++) {
            world.request("sites.example", "" + number, (request, now) -> request.setCost(1));
            world.request("www.sites.example", "" + number, (request, now) -> request.setCost(1));
            world.request("adaptive.example", "more-" + number, (request, now) -> {});
            world.request("adaptive.example", "most-" + number, (request, now) -> {});
        }
        for (int number = 0; number < 3; number++) {
            world.request("robots.example", "" + number, (request, now) -> {});
        }
        world.request("later.example", "60", (request, now) -> request.setNotBefore(at(seconds(60))));
        world.request("later.example", "120", (request, now) -> request.setNotBefore(at(seconds(120))));
        world.request("later.example", "2100", (request, now) -> request.setNotBefore(Micros.toInstant(YEAR_2100)));
        answerUntilKilled(world);
        return world;
    }

    private static void answerUntilKilled(FrozenWorld world) {
        for (int seen = 0; world.now() < KILLED; world.passTo(Math.min(KILLED, world.now() + 100_000))) {
            for (; seen < world.releases.size(); seen++) {
                answer(world, world.releases.get(seen));
            }
        }
    }

    private static void answer(FrozenWorld world, CrawlRelease release) {
        switch (release.getOriginKey()) {
            case "held.example" ->
                world.report(
                        "held.example",
                        release.getBookingId(),
                        FetchFeedback.newBuilder()
                                .setOutcome(FetchOutcome.FETCHED)
                                .setStatus(release.getUrl().endsWith("/3") ? 503 : 200)
                                .setRetryAfter(release.getUrl().endsWith("/3") ? "600" : null));
            case "robots.example" ->
                world.report(
                        "robots.example",
                        null,
                        FetchFeedback.newBuilder()
                                .setSiteKey("robots.example")
                                .setOutcome(FetchOutcome.ROBOTS)
                                .setCrawlDelayMicros(seconds(7)));
            case "adaptive.example", "sites.example" -> world.fetched(release);
            default -> {}
        }
    }

    private long lastReleaseMicros(String originKey) {
        return world.origin(originKey).leases().stream()
                .mapToLong(lease -> lease.booking().releaseAtMicros())
                .max()
                .orElseThrow();
    }

    private static ShardState restored() {
        ShardState state = new ShardState();
        if (Boolean.getBoolean("decorum.fixture.write")) {
            return state;
        }
        for (FrozenStores row : FrozenStores.read(FrozenStores.NEWEST, SchemaRegistries.of(ShardState.REGISTRY))) {
            switch (row.store()) {
                case StoreNames.ORIGINS -> state.origins.restore(row.key(), row.value());
                case StoreNames.BACKLOG -> state.backlog.restore(row.key(), row.value());
                default -> state.deferred.restore(row.key(), row.value());
            }
        }
        return state;
    }

    private static Instant at(long micros) {
        return Micros.toInstant(FrozenWorld.START + micros);
    }

    private static long seconds(long seconds) {
        return Micros.ofSeconds(seconds);
    }
}

package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.decorum.core.backlog.Ticket;
import org.decorum.core.machine.OriginState;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.FetchOutcome;
import org.decorum.stage.store.StoreNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a URL costs in writes of state, from its arrival to its end. Each is a record on a changelog as well. */
class WritesTest {

    private static final int URLS = 60;

    /** In the backlog when it comes and when it has ended; in its origin's state when it is booked and when it has ended. */
    private static final int AT_ONCE = 4;

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
    void aUrlThatIsReleasedAtOnceCostsAtMostFourWrites() {
        stage.policy("quick.example", "{\"interval_micros\": 1, \"burst\": 1000, \"max_in_flight\": 1000}");
        int reported = 0;
        for (int url = 0; url < URLS; url++) {
            stage.publish("http://quick.example/" + url);
            reported += report(stage.releases());
        }
        assertThat(reported).isEqualTo(URLS);
        assertThat(stage.writes()).isBetween(URLS, AT_ONCE * URLS);
    }

    /** Its origin's state is stored when it comes, too: nothing else says that it waits. */
    @Test
    void aUrlThatWaitsBehindNobodyCostsOneMore() {
        stage.policy("slow.example", "{\"interval_micros\": 1000000}");
        int reported = 0;
        for (int url = 0; url < URLS; url++) {
            stage.publish("http://slow.example/" + url);
            stage.advance(Duration.ofSeconds(url == 0 ? 0 : 1));
            reported += report(stage.releases());
        }
        assertThat(reported).isEqualTo(URLS);
        assertThat(stage.writes() / (double) reported).isBetween(1.0, AT_ONCE + 1.0);
    }

    /** At steady state: one arrives, one is released, one is reported, again and again. */
    @Test
    void aUrlThatWaitsBehindOthersCostsNoMore() {
        stage.policy("slow.example", "{\"interval_micros\": 1000000}");
        int waiting = 10;
        for (int url = 0; url < waiting; url++) {
            stage.publish("http://slow.example/waiting/" + url);
        }
        int before = stage.writes();
        assertThat(before)
                .as("one row each, and the state of one that waits behind nobody")
                .isLessThanOrEqualTo(waiting + 3);
        int reported = 0;
        for (int url = 0; url < URLS; url++) {
            stage.publish("http://slow.example/" + url);
            stage.advance(Duration.ofSeconds(1));
            reported += report(stage.releases());
        }
        assertThat(reported).isBetween(URLS - 1, URLS + 1);
        assertThat(stage.writes() / (double) reported).isBetween(1.0, (double) AT_ONCE);
    }

    /** With at_least_once a crash may leave rows in the backlog that belong to no state, or to one that is over. */
    @ParameterizedTest
    @CsvSource({"exactly_once_v2, true", "at_least_once, false"})
    void rowsBehindAStateAreJoinedOnlyWhereNotEachStateIsStored(String guarantee, boolean joined) {
        stage.close();
        stage = new StageHarness(directory.resolve(guarantee), Map.of("processing.guarantee", guarantee));
        stage.policy("slow.example", "{\"interval_micros\": 60000000}");
        stage.publish("http://slow.example/1");
        stage.publish("http://slow.example/2");
        List<byte[]> logged = stage.logged(StoreNames.ORIGINS);
        byte[] stored = logged.get(logged.size() - 1);
        OriginState state = OriginState.fromBytes(stored);
        assertThat(state.waiting()).isEqualTo(1);
        assertThat(state.caughtUp(ticket -> Ticket.number(ticket) < 5).waiting())
                .isEqualTo(joined ? 4 : 1);
    }

    private int report(List<CrawlRelease> releases) {
        releases.forEach(release -> stage.report(release, FetchOutcome.FETCHED));
        return releases.size();
    }
}

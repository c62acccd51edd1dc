package org.decorum.stage.sim.farm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FarmReportTest {

    private static final long SECOND = 1_000_000;
    private static final Budget ONE_A_SECOND = new Budget(SECOND, 1, 250_000);

    @Test
    void hostsOfOneOriginAreJudgedTogether() {
        Map<String, AccessLog> logs = Map.of("example.org", log(0, 2 * SECOND), "www.example.org", log(SECOND / 2));
        FarmReport report = FarmReport.of(logs, FarmReportTest::withoutWww, origin -> ONE_A_SECOND);

        assertThat(report.originsSeen()).isEqualTo(1);
        assertThat(report.requests()).isEqualTo(3);
        assertThat(report.floorViolations()).isEqualTo(1);
        assertThat(report.minGapRatio()).isEqualTo(0.5);
    }

    @Test
    void eachOriginHasItsOwnBudgetAndTheWorstComesFirst() {
        Map<String, AccessLog> logs =
                Map.of("a.example", log(0, SECOND), "b.example", log(0, SECOND), "c.example", log(0, 3 * SECOND));
        FarmReport report = FarmReport.of(
                logs,
                FarmReportTest::withoutWww,
                origin -> new Budget(origin.equals("b.example") ? 5 * SECOND : SECOND, 1, 0));

        assertThat(report.rows())
                .extracting(FarmReport.Row::origin)
                .containsExactly("b.example", "a.example", "c.example");
        assertThat(report.floorViolations()).isEqualTo(1);
        assertThat(report.minGapRatio()).isEqualTo(0.2);
    }

    @Test
    void originsWithoutAGapHaveNoRatio() {
        FarmReport report =
                FarmReport.of(Map.of("a.example", log(0)), FarmReportTest::withoutWww, origin -> ONE_A_SECOND);

        assertThat(report.minGapRatio()).isNull();
        assertThat(report.table(10)).contains("No floor was broken.", "No origin saw two requests.");
    }

    @Test
    void theTableShowsTheGapNextToTheBudgetAndSaysPlainlyWhatBroke() {
        Map<String, AccessLog> logs = Map.of("bad.example", log(0, SECOND / 2), "good.example", log(0, SECOND));
        String table = FarmReport.of(logs, FarmReportTest::withoutWww, origin -> ONE_A_SECOND)
                .table(1);

        assertThat(table)
                .containsPattern("bad\\.example +2 +1\\.000 s +0\\.500 s +0\\.500 +2 of 12 +BROKEN")
                .contains("... and 1 more")
                .contains("4 requests at 2 origins. 1 floor was BROKEN. The smallest gap was 0.500 of what was due.");
    }

    @Test
    void theReportIsJsonAsItIs() {
        FarmReport report =
                FarmReport.of(Map.of("a.example", log(0, SECOND)), FarmReportTest::withoutWww, origin -> ONE_A_SECOND);
        JsonNode json = new ObjectMapper().valueToTree(report);

        assertThat(json.path("originsSeen").asInt()).isEqualTo(1);
        assertThat(json.path("rows")
                        .path(0)
                        .path("verdict")
                        .path("smallestGapMicros")
                        .asLong())
                .isEqualTo(SECOND);
    }

    private static String withoutWww(String host) {
        return host.replaceFirst("^www\\.", "");
    }

    private static AccessLog log(long... arrivalsMicros) {
        AccessLog log = new AccessLog();
        for (long micros : arrivalsMicros) {
            log.append(micros, 200);
        }
        return log;
    }
}

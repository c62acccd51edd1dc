package org.decorum.stage.cli.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.decorum.stage.chaos.FaultKind;
import org.decorum.stage.chaos.Verdict;

/**
 * A run in figures.
 *
 * @param faultSeconds from the first request until the last fault was healed
 * @param seconds from the first request until everything had ended, or the time for that was over
 * @param endedByThemselves processes that ended though nobody ended them
 * @param lapsed releases that nobody reported on
 * @param answers what the origins answered beside 200, by status
 */
record ChaosResult(
        long seed,
        double faultSeconds,
        double seconds,
        Map<FaultKind, Integer> faults,
        int endedByThemselves,
        long booked,
        long missed,
        long lapsed,
        long repeatedFeedback,
        long lateFeedback,
        long forgedFeedback,
        Map<Integer, Long> answers,
        Verdict verdict) {

    int faultCount() {
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    double missedRatio() {
        return booked == 0 ? 0 : (double) missed / booked;
    }

    /** As one JSON object. */
    ObjectNode json() {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("passed", verdict.passes());
        json.put("seed", seed);
        json.put("seconds", seconds);
        json.put("fault_seconds", faultSeconds);
        json.put("published", verdict.published());
        json.put("fetched", verdict.fetched());
        json.put("rejected", verdict.rejected());
        json.put("held", verdict.held());
        json.put("lost", verdict.lost());
        json.put("ended_again", verdict.endedAgain());
        json.put("released_again", verdict.releasedAgain());
        json.put("started_again", verdict.startedAgain());
        json.put("strangers", verdict.strangers());
        json.put("released", booked);
        json.put("missed", missed);
        json.put("missed_ratio", missedRatio());
        json.put("lapsed", lapsed);
        json.put("requests_at_origins", verdict.floors().requests());
        json.put("origins_seen", verdict.floors().originsSeen());
        json.put("floor_violations", verdict.floors().floorViolations());
        json.put("min_gap_ratio", verdict.floors().minGapRatio());
        json.put("holds", verdict.holds());
        json.put("hold_breaches", verdict.breaches().size());
        json.put("late_in_holds", verdict.lateInHolds());
        json.put("starts_in_pauses", verdict.startsInPauses());
        json.put("faults", faultCount());
        ObjectNode kinds = json.putObject("faults_by_kind");
        faults.forEach((kind, count) -> kinds.put(kind.word(), count));
        json.put("ended_by_themselves", endedByThemselves);
        json.put("repeated_feedback", repeatedFeedback);
        json.put("late_feedback", lateFeedback);
        json.put("forged_feedback", forgedFeedback);
        ArrayNode scalings = json.putArray("scalings");
        verdict.scalings()
                .forEach(minute -> scalings.addObject()
                        .put("added", minute.added())
                        .put("released", minute.released())
                        .put("missed", minute.missed())
                        .put("missed_ratio", minute.missedRatio())
                        .put("longest_pause_seconds", minute.longestPauseSeconds())
                        .put("other_faults", minute.otherFaults()));
        ArrayNode troubles = json.putArray("troubles");
        verdict.troubles().forEach(troubles::add);
        return json;
    }
}

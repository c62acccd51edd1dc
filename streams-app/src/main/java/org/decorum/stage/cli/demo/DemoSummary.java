package org.decorum.stage.cli.demo;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * How a demo went, as one JSON object. Floors are judged by the origins' own logs; a live crawl cannot read those, so
 * there the three figures of the logs are null.
 *
 * @param fetched requests that were answered; one that was redirected counts once, when its target was answered
 * @param redirected redirects that went on as requests of their own
 * @param held requests that still waited or were under way when the time was over
 * @param missedRatio missed slots over slots given
 * @param minGapRatio smallest gap that any origin saw over its floor
 * @param seconds from the first URL published to the end
 * @param firstReleaseSeconds from the start of the program to the first release
 */
record DemoSummary(
        @JsonProperty("published") long published,
        @JsonProperty("released") long released,
        @JsonProperty("fetched") long fetched,
        @JsonProperty("redirected") long redirected,
        @JsonProperty("rejected") long rejected,
        @JsonProperty("held") long held,
        @JsonProperty("missed") long missed,
        @JsonProperty("missed_ratio") double missedRatio,
        @JsonProperty("origins_seen") @Nullable Integer originsSeen,
        @JsonProperty("floor_violations") @Nullable Integer floorViolations,
        @JsonProperty("min_gap_ratio") @Nullable Double minGapRatio,
        @JsonProperty("seconds") double seconds,
        @JsonProperty("first_release_seconds") @Nullable Double firstReleaseSeconds) {

    DemoSummary withLogs(int newOriginsSeen, int newFloorViolations, @Nullable Double newMinGapRatio) {
        return new DemoSummary(
                published,
                released,
                fetched,
                redirected,
                rejected,
                held,
                missed,
                missedRatio,
                newOriginsSeen,
                newFloorViolations,
                newMinGapRatio,
                seconds,
                firstReleaseSeconds);
    }

    /** Whether the origins' logs were there to be judged, and empty. */
    boolean nothingJudged() {
        return originsSeen != null && originsSeen == 0;
    }

    boolean floorBroken() {
        return floorViolations != null && floorViolations > 0;
    }
}

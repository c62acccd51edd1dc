package org.decorum.stage.cli.chaos;

import java.io.PrintWriter;
import java.util.Locale;
import org.decorum.stage.chaos.ScaleMinute;
import org.decorum.stage.chaos.Verdict;

/** What a run tells a person. */
final class ChaosWords {

    private static final int ORIGINS_SHOWN = 5;
    private static final int BREACHES_SHOWN = 5;

    private ChaosWords() {}

    static void print(PrintWriter out, ChaosResult result) {
        Verdict verdict = result.verdict();
        out.println();
        out.println(verdict.floors().table(ORIGINS_SHOWN));
        out.printf(Locale.ROOT, "%d faults in %.0f s:%n", result.faultCount(), result.faultSeconds());
        result.faults().forEach((kind, count) -> out.printf(Locale.ROOT, "  %-20s %4d%n", kind.word(), count));
        out.printf(
                Locale.ROOT,
                "  feedback: %,d repeated, %,d late, %,d forged; %d processes ended by themselves%n%n",
                result.repeatedFeedback(),
                result.lateFeedback(),
                result.forgedFeedback(),
                result.endedByThemselves());
        out.printf(
                Locale.ROOT,
                "%,d slots given, %,d missed (%.2f %%), %,d without a report. Origins answered %s.%n",
                result.booked(),
                result.missed(),
                100 * result.missedRatio(),
                result.lapsed(),
                result.answers());
        verdict.scalings().forEach(minute -> out.println(line(minute)));
        out.println();
        printVerdict(out, result);
        out.flush();
    }

    private static void printVerdict(PrintWriter out, ChaosResult result) {
        Verdict verdict = result.verdict();
        out.printf(
                Locale.ROOT,
                "%,d published in %.0f s: %,d fetched, %,d rejected, %,d held%n",
                verdict.published(),
                result.seconds(),
                verdict.fetched(),
                verdict.rejected(),
                verdict.held());
        check(out, "requests lost", verdict.lost());
        check(out, "requests that ended twice", verdict.endedAgain());
        check(out, "releases with another's booking id", verdict.releasedAgain());
        check(out, "starts without a release", verdict.startedAgain() + verdict.strangers());
        check(out, "floors broken", verdict.floors().floorViolations());
        check(
                out,
                "starts inside one of " + verdict.holds() + " holds",
                verdict.breaches().size());
        check(out, "starts before the end of an origin's Retry-After", verdict.startsInPauses());
        check(
                out,
                "processes that did not come back, and other trouble",
                verdict.troubles().size());
        check(out, "stages added or removed with 2 % or more missed", verdict.badScalings());
        verdict.brokenAsReported()
                .forEach((origin, reported) -> out.printf(
                        Locale.ROOT,
                        "    %s by the fetchers' own reports: smallest gap %s ms, most in 10 T %d of %d: %s%n",
                        origin,
                        reported.smallestGapMicros() == null ? "-" : reported.smallestGapMicros() / 1_000,
                        reported.highestLoad(),
                        reported.loadMax(),
                        reported.broken() ? "broken" : "kept"));
        if (verdict.lateInHolds() > 0) {
            out.printf(
                    Locale.ROOT,
                    "  (%,d starts inside a hold within the 3 s that a fetcher's table of holds may be behind)%n",
                    verdict.lateInHolds());
        }
        verdict.breaches().stream()
                .limit(BREACHES_SHOWN)
                .forEach(breach -> out.printf(
                        Locale.ROOT,
                        "    %s asked %,d ms after its hold was known, %,d ms before its end%n",
                        breach.origin(),
                        breach.lateMicros() / 1_000,
                        (breach.untilMicros() - breach.startMicros()) / 1_000));
        verdict.troubles().forEach(trouble -> out.println("    " + trouble));
        out.println(verdict.passes() ? "PASSED" : "FAILED");
    }

    private static void check(PrintWriter out, String what, long count) {
        out.printf(Locale.ROOT, "  %-52s %6d  %s%n", what, count, count == 0 ? "ok" : "BROKEN");
    }

    private static String line(ScaleMinute minute) {
        return String.format(
                Locale.ROOT,
                "The minute around a stage %s: %,d released, %,d missed (%.2f %%), longest pause %d s%s.",
                minute.added() ? "that was added" : "that left",
                minute.released(),
                minute.missed(),
                100 * minute.missedRatio(),
                minute.longestPauseSeconds(),
                minute.isJudged() ? "" : "; not judged, with " + minute.otherFaults() + " other faults in it");
    }
}

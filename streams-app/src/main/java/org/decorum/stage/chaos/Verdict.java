package org.decorum.stage.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.decorum.stage.sim.farm.Budget;
import org.decorum.stage.sim.farm.FarmReport;
import org.decorum.stage.sim.farm.FloorJudge;
import org.decorum.stage.sim.farm.FloorVerdict;

/**
 * What a run has shown.
 *
 * @param published requests that the brokers have
 * @param held requests that have not ended and that the stages still hold, by their own count
 * @param lost requests that have not ended and that nobody holds
 * @param endedAgain endings beyond the first of a request
 * @param releasedAgain releases with the booking id of another
 * @param startedAgain starts of a request beyond its releases
 * @param strangers starts of requests that nobody published
 * @param floors the origins' own logs against their budgets
 * @param brokenAsReported for floors that were broken: what the fetchers' own reports say
 * @param holds holds that were published
 * @param lateInHolds starts inside them by fetchers that might not know them yet
 * @param breaches starts inside them by fetchers that had to know
 * @param startsInPauses starts at origins that had asked for a pause, before its end
 * @param scalings stages that came and went
 */
public record Verdict(
        long published,
        long fetched,
        long rejected,
        long held,
        long lost,
        long endedAgain,
        long releasedAgain,
        long startedAgain,
        long strangers,
        FarmReport floors,
        Map<String, FloorVerdict> brokenAsReported,
        long holds,
        long lateInHolds,
        List<HoldJudge.Breach> breaches,
        long startsInPauses,
        List<ScaleMinute> scalings,
        List<String> troubles) {

    public Verdict {
        brokenAsReported = Map.copyOf(brokenAsReported);
        breaches = List.copyOf(breaches);
        scalings = List.copyOf(scalings);
        troubles = List.copyOf(troubles);
    }

    /** Judges a run that is over. */
    public static Verdict of(
            Workload work,
            long published,
            long held,
            Ledger ledger,
            ChaosFarm farm,
            HoldJudge holds,
            StartReports starts,
            Diary diary) {
        FarmReport floors = farm.report();
        long unended = published - ledger.ended();
        long startedAgain = 0;
        for (int number = 0; number < work.size(); number++) {
            startedAgain += Math.max(0, farm.starts(number) - ledger.releases(number));
        }
        List<HoldJudge.Breach> breaches = new ArrayList<>();
        long late = 0;
        for (ChaosOrigin origin : work.origins()) {
            Budget budget = origin.budget();
            for (HoldJudge.Breach inside :
                    holds.inside(origin.host(), farm.arrivals(origin.host()), budget.slotMicros())) {
                if (inside.mayBe(budget.slotMicros())) {
                    late++;
                } else {
                    breaches.add(inside);
                }
            }
        }
        return new Verdict(
                published,
                ledger.count(Ledger.Count.FETCHED),
                ledger.count(Ledger.Count.REJECTED),
                Math.min(held, unended),
                Math.max(0, unended - held),
                ledger.count(Ledger.Count.ENDED_AGAIN),
                ledger.count(Ledger.Count.RELEASED_AGAIN),
                startedAgain,
                farm.strangers(),
                floors,
                asReported(floors, starts),
                holds.count(),
                late,
                breaches,
                farm.startsInPauses(),
                ScaleMinute.of(diary, ledger),
                diary.troubles());
    }

    private static Map<String, FloorVerdict> asReported(FarmReport floors, StartReports starts) {
        Map<String, FloorVerdict> reported = new TreeMap<>();
        floors.rows().stream()
                .filter(row -> row.verdict().broken())
                .forEach(
                        row -> reported.put(row.origin(), FloorJudge.judge(starts.starts(row.origin()), row.budget())));
        return reported;
    }

    /** Whether nothing was broken, and everybody came back. */
    public boolean passes() {
        return lost == 0
                && endedAgain == 0
                && releasedAgain == 0
                && startedAgain == 0
                && strangers == 0
                && floors.floorViolations() == 0
                && breaches.isEmpty()
                && startsInPauses == 0
                && badScalings() == 0
                && troubles.isEmpty();
    }

    /** Stages that came or went with too many slots missed around them. */
    public long badScalings() {
        return scalings.stream().filter(ScaleMinute::isBad).count();
    }
}

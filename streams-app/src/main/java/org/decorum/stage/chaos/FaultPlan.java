package org.decorum.stage.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which faults come when; the same seed gives the same plan. What a fault hits then depends on who is up at that moment,
 * which no seed fixes: processes are real, and the machine's scheduler draws, too.
 */
public record FaultPlan(List<Fault> faults) {

    /** Runs as long as this begin with stages that come and go while nothing else happens. */
    private static final long SCALING_MILLIS_MIN = 300_000;

    /** A minute around each, and time to settle before. */
    static final long FIRST_SCALING_MILLIS = 45_000;

    static final long SECOND_SCALING_MILLIS = 110_000;
    private static final long AFTER_SCALING_MILLIS = 145_000;
    private static final double FIRST_SHARE = 0.1;
    private static final double LAST_SHARE = 0.93;

    public FaultPlan {
        faults = List.copyOf(faults);
    }

    /**
     * Draws a plan: faults spread over the run, each at a random moment of its part of it.
     *
     * @param kinds what may be drawn; a kind that stands there alone is all that is drawn
     */
    public static FaultPlan draw(long seed, int count, long runMillis, Collection<FaultKind> kinds) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5deece66dL);
        List<Fault> faults = new ArrayList<>();
        long from = Math.round(FIRST_SHARE * runMillis);
        if (runMillis >= SCALING_MILLIS_MIN && kinds.contains(FaultKind.SCALE_STAGES) && count > 2) {
            faults.add(new Fault(FIRST_SCALING_MILLIS, FaultKind.SCALE_STAGES, 0, 0, random.nextLong()));
            faults.add(new Fault(SECOND_SCALING_MILLIS, FaultKind.SCALE_STAGES, 0, 0, random.nextLong()));
            from = AFTER_SCALING_MILLIS;
        }
        int rest = count - faults.size();
        double part = (LAST_SHARE * runMillis - from) / Math.max(1, rest);
        for (int i = 0; i < rest; i++) {
            long at = from + Math.round(part * (i + random.nextDouble()));
            faults.add(fault(at, draw(kinds, random), random));
        }
        return new FaultPlan(faults);
    }

    /** One fault of each kind, in their order, evenly spread; for a short run that is to see certain things. */
    public static FaultPlan of(List<FaultKind> kinds, long seed, long runMillis) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Fault> faults = new ArrayList<>();
        double part = (LAST_SHARE - FIRST_SHARE) * runMillis / Math.max(1, kinds.size());
        for (int i = 0; i < kinds.size(); i++) {
            faults.add(fault(Math.round(FIRST_SHARE * runMillis + part * i), kinds.get(i), random));
        }
        return new FaultPlan(faults);
    }

    private static Fault fault(long atMillis, FaultKind kind, SplittableRandom random) {
        return new Fault(
                atMillis,
                kind,
                random.nextInt(Integer.MAX_VALUE),
                random.nextInt(kind.millisMin(), kind.millisMax() + 1),
                random.nextLong());
    }

    private static FaultKind draw(Collection<FaultKind> kinds, SplittableRandom random) {
        int ticket = random.nextInt(kinds.stream().mapToInt(FaultKind::weight).sum());
        for (FaultKind kind : kinds) {
            ticket -= kind.weight();
            if (ticket < 0) {
                return kind;
            }
        }
        throw new IllegalArgumentException("kinds: none (expected: at least one)");
    }
}

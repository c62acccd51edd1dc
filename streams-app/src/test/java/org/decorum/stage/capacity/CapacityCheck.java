package org.decorum.stage.capacity;

import java.util.List;
import org.decorum.core.capacity.Answer;
import org.decorum.core.capacity.CapacityModel;
import org.decorum.core.capacity.Coefficient;
import org.decorum.core.capacity.Coefficients;
import org.decorum.core.capacity.Figure;
import org.decorum.core.capacity.Layout;
import org.decorum.core.capacity.Machine;
import org.decorum.core.capacity.Prices;
import org.decorum.core.capacity.Unit;
import org.decorum.core.capacity.Workload;

/**
 * A fleet that the model plans, simulated: the largest load for which the model asks for so many instances.
 *
 * @param name of the case
 */
public record CapacityCheck(
        String name, Workload work, Layout layout, Machine machine, Answer.Plan plan, Settings settings) {

    private static final int CORES = 2;
    private static final double GB = 1e9;
    private static final long SECOND = 1_000_000_000;
    private static final Layout LAYOUT = new Layout(0, 1, 3, 1, 50, 250, 0, 0, 0, 0);
    private static final Machine MACHINE = new Machine(CORES, CORES, 8 * GB, 0, 0.7, 0.9, 0.5, 0);

    /**
     * @param intervalSeconds between two requests to an origin
     * @param budgetShare of its budget that an origin gets at most; one that gets all never works off what waits
     * @param settleSeconds after a failure, until what was held up has been released
     * @param afterSeconds measured then
     */
    public record Settings(
            String name,
            int origins,
            double zipf,
            double intervalSeconds,
            double budgetShare,
            int instances,
            double warmUpSeconds,
            double measuredSeconds,
            double settleSeconds,
            double afterSeconds,
            long seed) {

        double originUrlsPerSecondMax() {
            return budgetShare / intervalSeconds;
        }
    }

    /** Origins that bear little. */
    public static final Settings POLITE = new Settings("polite", 20_000_000, 1.0, 2, 0.7, 100, 20, 10, 12, 10, 1);

    /** Origins that bear a thousand a second: the popular ones are popular. */
    public static final Settings POPULAR = new Settings("popular", 10_000_000, 1.0, 0.0007, 0.7, 100, 4, 10, 8, 10, 1);

    /**
     * @param model what the plan says
     * @param simulated what came out
     * @param mayBeLess share by which the simulated one may be less than the model's
     * @param mayBeMore share by which it may be more
     */
    public record Row(String name, Unit unit, double model, double simulated, double mayBeLess, double mayBeMore) {

        public boolean agrees() {
            return simulated >= model * (1 - mayBeLess) - 1e-9 && simulated <= model * (1 + mayBeMore) + 1e-9;
        }
    }

    /** The largest load for which the model asks for so many instances, to a thousandth. */
    public static CapacityCheck of(Settings settings, Coefficients known) {
        double low = 1;
        double high = settings.origins() * settings.originUrlsPerSecondMax();
        while (high / low > 1.001) {
            double middle = Math.sqrt(low * high);
            if (of(settings, known, middle) instanceof Answer.Plan plan
                    && plan.value(Figure.INSTANCES) <= settings.instances()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double rounded = Math.floor(low);
        if (of(settings, known, rounded) instanceof Answer.Plan plan) {
            return new CapacityCheck(settings.name(), work(settings, rounded), LAYOUT, MACHINE, plan, settings);
        }
        throw new IllegalStateException(settings.name() + ": no plan");
    }

    private static Answer of(Settings settings, Coefficients known, double urlsPerSecond) {
        return CapacityModel.plan(known, work(settings, urlsPerSecond), LAYOUT, MACHINE, Prices.NONE);
    }

    private static Workload work(Settings settings, double urlsPerSecond) {
        return new Workload(
                settings.origins(),
                settings.origins(),
                settings.origins(),
                urlsPerSecond,
                settings.zipf(),
                settings.originUrlsPerSecondMax());
    }

    public FleetReport simulate(Coefficients known) {
        return FleetSimulation.run(new FleetSettings(
                settings.seed(),
                settings.origins(),
                settings.zipf(),
                Math.round(settings.intervalSeconds() * SECOND),
                work.urlsPerSecond(),
                settings.originUrlsPerSecondMax(),
                (int) plan.value(Figure.INSTANCES),
                machine.threads(),
                (int) plan.value(Figure.SHARDS),
                Math.round(plan.value(Figure.CPU_PER_URL) * 1_000),
                Math.round(layout.commitMillis() * 1e6),
                Math.round(plan.value(Figure.COMMIT) * 1e6),
                Math.round(layout.leadMillis() * 1e6),
                failoverNanos(known),
                Math.round(plan.value(Figure.CPU_PER_STANDBY_URL) * 1_000),
                Math.round(known.of(Coefficient.IDLE_CPU_MICROS_PER_SHARD).number() * 1_000),
                settings.warmUpSeconds(),
                settings.measuredSeconds(),
                settings.settleSeconds(),
                settings.afterSeconds()));
    }

    /** Measured from a kill to the first release, so less the commit that made it readable. */
    private static long failoverNanos(Coefficients known) {
        return Math.round(known.of(Coefficient.FAILOVER_SECONDS).number() * SECOND);
    }

    /** What the model says beside what came out. */
    public List<Row> rows(FleetReport report) {
        return List.of(
                new Row(
                        "URLs of a thread, mean",
                        Unit.PER_SECOND,
                        work.urlsPerSecond() / settings.instances() / machine.threads(),
                        report.meanThread(),
                        0.01,
                        0.01),
                row("URLs of the busiest thread", Figure.BUSIEST_THREAD, report.busiestThread(), 0.15, 0.1),
                row("after a failure", Figure.THREAD_AFTER_FAILURE, report.afterThread(), 0.15, 0.1),
                row("CPU of the busiest instance", Figure.CPU_PER_INSTANCE, report.busiestInstanceCores(), 0.12, 0.1),
                row(
                        "after a failure, of its cores",
                        Figure.CPU_SHARE_AFTER_FAILURE,
                        100 * report.afterInstanceCores() / machine.cores(),
                        0.15,
                        0.03),
                row(
                        "origins of the fullest instance",
                        Figure.ORIGINS_PER_INSTANCE,
                        report.originsOfFullestInstance(),
                        0.03,
                        0.03),
                row("release readable after, at most", Figure.READABLE_AFTER, report.readableMillisMost(), 0.05, 0.01),
                row("readable before its slot", Figure.PUNCTUAL, report.punctualPercent(), 0, 0),
                row("the same from the kill on", Figure.PUNCTUAL, report.afterPunctualPercent(), 0, 0),
                row("failover", Figure.FAILOVER, report.failoverSeconds(), 0.05, 0.05),
                row("URLs held up", Figure.FAILOVER_URLS, report.heldUp(), 0.12, 0.12),
                row("until these are worked off, at most", Figure.CATCH_UP, report.catchUpSeconds(), 0.9, 0));
    }

    private Row row(String words, Figure figure, double simulated, double mayBeLess, double mayBeMore) {
        return new Row(words, figure.unit(), plan.value(figure), simulated, mayBeLess, mayBeMore);
    }
}

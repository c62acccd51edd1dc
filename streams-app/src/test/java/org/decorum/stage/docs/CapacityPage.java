package org.decorum.stage.docs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.decorum.core.capacity.Answer;
import org.decorum.core.capacity.CapacityModel;
import org.decorum.core.capacity.Coefficient;
import org.decorum.core.capacity.Coefficients;
import org.decorum.core.capacity.Figure;
import org.decorum.core.capacity.Layout;
import org.decorum.core.capacity.Limit;
import org.decorum.core.capacity.Machine;
import org.decorum.core.capacity.Prices;
import org.decorum.core.capacity.Workload;
import org.decorum.stage.capacity.CapacityCheck;
import org.decorum.stage.capacity.FleetReport;

/** The tables of the capacity model's page, worked out by the model. */
final class CapacityPage {

    static final String NAME = "topology-docs/capacity.md";

    private static final Coefficients KNOWN = Coefficients.bundled();
    private static final double GB = 1e9;
    private static final double DAY = 86_400;
    private static final int SIMULATED = 4;

    /** An example: of a core and of a GB of memory an hour, of a GB of disk a month. */
    private static final Prices PRICES = new Prices(0.04, 0.005, 0.08);

    private CapacityPage() {}

    /** Every table but that of the simulation, by the name of its place. */
    static Map<String, String> blocks() {
        Map<String, String> blocks = new LinkedHashMap<>();
        blocks.put("coefficients", coefficients());
        blocks.put("formulae", formulae());
        blocks.put("worked", worked());
        blocks.put("limits", limits());
        return blocks;
    }

    /** The model beside the simulation, which takes its time; without it that column is empty. */
    static String simulation(boolean simulated) {
        List<List<String>> rows = new ArrayList<>();
        for (CapacityCheck.Settings settings : List.of(CapacityCheck.POLITE, CapacityCheck.POPULAR)) {
            CapacityCheck check = CapacityCheck.of(settings, KNOWN);
            FleetReport report = simulated ? check.simulate(KNOWN) : FleetReport.NONE;
            for (CapacityCheck.Row row : check.rows(report)) {
                rows.add(List.of(
                        settings.name() + ", " + (int) check.plan().value(Figure.INSTANCES) + " instances, "
                                + Figure.BUSIEST_THREAD
                                        .unit()
                                        .words(check.work().urlsPerSecond()) + ", seed "
                                + settings.seed(),
                        row.name(),
                        row.unit().words(row.model()),
                        simulated ? row.unit().words(row.simulated()) : "",
                        String.format(Locale.ROOT, "−%.0f to +%.0f %%", 100 * row.mayBeLess(), 100 * row.mayBeMore())));
            }
        }
        return Markdown.tableAlone(List.of("fleet", "what", "model", "simulated", "may differ by"), rows);
    }

    /** Without what was simulated. */
    static String modelOf(String table) {
        return table.lines()
                .map(line -> {
                    String[] cells = line.split("\\|", -1);
                    if (cells.length > SIMULATED && !line.contains("---") && !line.contains("simulated")) {
                        cells[SIMULATED] = "  ";
                    }
                    return String.join("|", cells);
                })
                .reduce("", (all, line) -> all + line + "\n");
    }

    private static String coefficients() {
        return Markdown.tableAlone(
                List.of("coefficient", "value", "unit", "of what", "standing", "source"),
                Stream.of(Coefficient.values())
                        .map(coefficient -> {
                            Coefficients.Value value = KNOWN.of(coefficient);
                            return List.of(
                                    Markdown.code(coefficient.key()),
                                    String.format(
                                            Locale.ROOT,
                                            value.number() == Math.rint(value.number()) ? "%,.0f" : "%,.2f",
                                            value.number()),
                                    coefficient.unit(),
                                    coefficient.meaning(),
                                    value.standing().isFirm()
                                            ? value.standing().word()
                                            : "**" + value.standing().word() + "**",
                                    value.source());
                        })
                        .toList());
    }

    private static String formulae() {
        return Markdown.tableAlone(
                List.of("figure", "formula"),
                Stream.of(Figure.values())
                        .map(figure -> List.of(figure.words(), figure.formula()))
                        .toList());
    }

    private static String worked() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(inputs("origins", work -> Figure.SHARDS.unit().words(work.origins())));
        rows.add(inputs("URLs a second", work -> Figure.SHARDS.unit().words(work.urlsPerSecond())));
        rows.add(inputs("URLs that wait", work -> Figure.SHARDS.unit().words(work.heldUrls())));
        rows.add(inputs("origins at work", work -> Figure.SHARDS.unit().words(work.activeOrigins())));
        for (Figure figure : Figure.values()) {
            rows.add(outputs(figure.words(), plan -> figure.unit().words(plan.value(figure))));
        }
        return Markdown.tableAlone(List.of("", "10 M", "100 M", "1 B"), rows);
    }

    private static String limits() {
        List<List<String>> rows = new ArrayList<>();
        for (Limit limit : Limit.values()) {
            rows.add(outputs(
                    limit.words(),
                    plan -> (plan.binding() == limit ? "**" : "")
                            + plan.needed().get(limit)
                            + (plan.binding() == limit ? "**" : "")));
        }
        return Markdown.tableAlone(List.of("instances that this asks for", "10 M", "100 M", "1 B"), rows);
    }

    private static List<String> inputs(String name, Function<Workload, String> words) {
        return row(name, works().stream().map(words).toList());
    }

    private static List<String> outputs(String name, Function<Answer.Plan, String> words) {
        return row(
                name,
                works().stream()
                        .map(work -> CapacityModel.plan(KNOWN, work, layout(), machine(), PRICES))
                        .map(answer -> answer instanceof Answer.Plan plan
                                ? words.apply(plan)
                                : "none: " + ((Answer.None) answer).why())
                        .toList());
    }

    private static List<String> row(String name, List<String> cells) {
        List<String> row = new ArrayList<>(List.of(name));
        row.addAll(cells);
        return row;
    }

    /** Ten URLs wait for each origin, and one origin in two thousand has one each second. */
    private static List<Workload> works() {
        return Stream.of(10_000_000L, 100_000_000L, 1_000_000_000L)
                .map(origins -> new Workload(origins, origins, 10 * origins, origins / 2_000.0, 1.0, 0.2))
                .toList();
    }

    private static Layout layout() {
        return new Layout(0, 1, 3, 1, 50, 250, 7 * DAY, DAY, DAY, 7 * DAY);
    }

    private static Machine machine() {
        return new Machine(8, 8, 32 * GB, 0, 0.7, 0.9, 0.5, 0);
    }
}

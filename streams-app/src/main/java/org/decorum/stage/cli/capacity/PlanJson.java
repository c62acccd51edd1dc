package org.decorum.stage.cli.capacity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.decorum.core.capacity.Answer;
import org.decorum.core.capacity.Coefficient;
import org.decorum.core.capacity.Coefficients;
import org.decorum.core.capacity.Figure;

/** A plan as programs read it: base units, and from what each figure was worked out. */
final class PlanJson {

    private PlanJson() {}

    static Map<String, Object> of(Answer answer, Coefficients known) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (answer instanceof Answer.Plan plan) {
            object.put("planned", true);
            object.put("binding", name(plan.binding()));
            Map<String, Object> needed = new LinkedHashMap<>();
            plan.needed().forEach((limit, instances) -> needed.put(name(limit), instances));
            object.put("instances_by_limit", needed);
            object.put("figures", figures(plan));
        } else if (answer instanceof Answer.None none) {
            object.put("planned", false);
            object.put("binding", name(none.limit()));
            object.put("why", none.why());
        }
        object.put("coefficients", coefficients(known));
        return object;
    }

    private static Map<String, Object> figures(Answer.Plan plan) {
        Map<String, Object> figures = new LinkedHashMap<>();
        plan.figures().forEach((figure, worked) -> figures.put(figure.key(), figure(figure, worked)));
        return figures;
    }

    private static Map<String, Object> figure(Figure figure, Answer.Worked worked) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (!Double.isInfinite(worked.value())) {
            object.put("value", worked.value());
        }
        object.put("unit", name(figure.unit()));
        object.put("how", worked.how());
        object.put("formula", figure.formula());
        return object;
    }

    private static List<Map<String, Object>> coefficients(Coefficients known) {
        return List.of(Coefficient.values()).stream()
                .map(coefficient -> {
                    Coefficients.Value value = known.of(coefficient);
                    Map<String, Object> object = new LinkedHashMap<>();
                    object.put("name", coefficient.key());
                    object.put("value", value.number());
                    object.put("unit", coefficient.unit());
                    object.put("standing", value.standing().word());
                    object.put("source", value.source());
                    return object;
                })
                .toList();
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

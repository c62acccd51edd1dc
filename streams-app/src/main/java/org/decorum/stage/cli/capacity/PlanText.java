package org.decorum.stage.cli.capacity;

import java.util.Comparator;
import java.util.Locale;
import org.decorum.core.capacity.Answer;
import org.decorum.core.capacity.Coefficient;
import org.decorum.core.capacity.Coefficients;
import org.decorum.core.capacity.Figure;
import org.decorum.core.capacity.Limit;

/** A plan as people read it. */
final class PlanText {

    private static final String ROW = "%-24s %14s   %s%n";

    private PlanText() {}

    static String of(Answer answer, Coefficients known) {
        if (answer instanceof Answer.Plan plan) {
            return of(plan, known);
        }
        Answer.None none = (Answer.None) answer;
        return "There is no plan, because of " + none.limit().words() + ": " + none.why() + "."
                + System.lineSeparator();
    }

    /** In the form that {@code --coefficients} reads. */
    static String of(Coefficients known) {
        StringBuilder text = new StringBuilder();
        for (Coefficient coefficient : Coefficient.values()) {
            Coefficients.Value value = known.of(coefficient);
            text.append(String.format(
                    Locale.ROOT,
                    "# %s: %s%n%s = %s %s %s%n",
                    coefficient.unit(),
                    coefficient.meaning(),
                    coefficient.key(),
                    plain(value.number()),
                    value.standing().word(),
                    value.source()));
        }
        return text.toString();
    }

    private static String of(Answer.Plan plan, Coefficients known) {
        StringBuilder text = new StringBuilder();
        for (Figure figure : Figure.values()) {
            plan.worked(figure)
                    .ifPresent(worked -> text.append(String.format(
                            Locale.ROOT, ROW, figure.words(), figure.unit().words(worked.value()), worked.how())));
        }
        text.append(System.lineSeparator())
                .append("What binds: ")
                .append(plan.binding().words())
                .append(". Instances that each limit asks for:")
                .append(System.lineSeparator());
        for (Limit limit : Limit.values()) {
            text.append(String.format(
                    Locale.ROOT, "  %-48s %,8d%n", limit.words(), plan.needed().get(limit)));
        }
        if (plan.rests().isEmpty()) {
            return text.toString();
        }
        text.append(System.lineSeparator()).append("Not firmly known:").append(System.lineSeparator());
        plan.rests().stream()
                .sorted(Comparator.naturalOrder())
                .map(coefficient -> "  " + words(coefficient, known.of(coefficient)) + System.lineSeparator())
                .forEach(text::append);
        return text.toString();
    }

    private static String words(Coefficient coefficient, Coefficients.Value value) {
        return String.format(
                Locale.ROOT,
                "%-30s %12s  %s: %s",
                coefficient.key(),
                plain(value.number()),
                value.standing().word(),
                value.source());
    }

    private static String plain(double number) {
        return number == Math.rint(number) && number < 1e15
                ? Long.toString((long) number)
                : String.format(Locale.ROOT, "%.4g", number);
    }
}

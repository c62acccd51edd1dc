package org.decorum.core.policy;

/**
 * How much a request weighs, in units of cost, and the rule that said so: {@code request} for the publisher's own
 * figure, the {@linkplain CostRule#name name} of a rule, or {@code default}.
 */
public record Cost(int units, String rule) {

    public static final int UNITS_MAX = 1_000;

    /** Where nobody says anything. */
    public static final Cost ONE = new Cost(1, "default");

    public Cost {
        PolicyLimits.between("units", units, 1, UNITS_MAX);
    }
}

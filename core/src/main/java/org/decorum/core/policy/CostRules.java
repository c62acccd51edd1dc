package org.decorum.core.policy;

import java.util.List;
import org.decorum.core.origin.RequestTarget;
import org.jspecify.annotations.Nullable;

/**
 * What a request weighs: the publisher's own figure, else what the first rule says whose conditions it fulfils, else 1.
 */
public record CostRules(List<CostRule> rules) {

    public static final int RULES_MAX = 32;

    /** A search page 4, a page 2, an image 1. */
    public static final CostRules BY_KIND =
            new CostRules(List.of(kind("search", 4), kind("page", 2), kind("image", 1)));

    public CostRules {
        if (rules.size() > RULES_MAX) {
            throw new IllegalArgumentException("rules: [" + rules.size() + "/" + RULES_MAX + "]");
        }
        rules = List.copyOf(rules);
    }

    /**
     * The cost of a request.
     *
     * @param seen the content types that the origin has answered with
     */
    public Cost of(CostClues clues, ContentTypes seen) {
        if (clues.units().isPresent()) {
            return new Cost(clues.units().getAsInt(), "request");
        }
        @Nullable RequestTarget target = null;
        for (CostRule rule : rules) {
            if (!rule.allowsKind(clues.kind())) {
                continue;
            }
            if (rule.asksUrl() && target == null) {
                target = RequestTarget.of(clues.url());
            }
            if (target == null || rule.allowsUrl(target, seen)) {
                return rule.cost();
            }
        }
        return Cost.ONE;
    }

    /** Whether a content type that was seen can make a difference. */
    public boolean askContentTypes() {
        for (CostRule rule : rules) {
            if (rule.asksContentType()) {
                return true;
            }
        }
        return false;
    }

    private static CostRule kind(String kind, int units) {
        return new CostRule(kind, null, null, null, units);
    }
}

package org.decorum.core.machine;

import org.decorum.core.policy.Access;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;

/** A request is blocked where the policy of its origin or of its site says so, whatever the other one says. */
record Blocking(Policy origin, Policies policies) {

    boolean applies(String siteKey) {
        return originIsBlocked() || policies.of(siteKey).access() == Access.BLOCKED;
    }

    String detail(String siteKey) {
        return originIsBlocked() ? "blocked by the policy of its origin" : "blocked by the policy of site " + siteKey;
    }

    private boolean originIsBlocked() {
        return origin.access() == Access.BLOCKED;
    }
}

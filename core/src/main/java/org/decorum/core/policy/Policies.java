package org.decorum.core.policy;

/** Finds the policy in force for an origin or for a site. */
@FunctionalInterface
public interface Policies {

    Policy of(String key);

    /**
     * The policies of the sites inside an origin: a site of which nobody speaks is treated as its origin says that its
     * sites are.
     */
    default Policies inside(String originKey) {
        return this;
    }

    /** One policy for everybody. */
    static Policies always(Policy policy) {
        return key -> policy;
    }
}

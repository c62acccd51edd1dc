package org.decorum.core.policy;

/** Finds the policy in force for an origin or for a site inside an origin. */
@FunctionalInterface
public interface Policies {

    Policy of(String key);

    /** One policy for everybody. */
    static Policies always(Policy policy) {
        return key -> policy;
    }
}

package org.decorum.stage.store;

/** Names of the state stores; their changelogs are called after them. */
public final class StoreNames {

    public static final String ORIGINS = "origins";
    public static final String BACKLOG = "backlog";
    public static final String DEFERRED = "deferred";
    public static final String POLICIES = "policies";
    public static final String ACCEPTED_POLICIES = "accepted-policies";
    public static final String ALIASES = "aliases";
    public static final String ACCEPTED_ALIASES = "accepted-aliases";

    private StoreNames() {}
}

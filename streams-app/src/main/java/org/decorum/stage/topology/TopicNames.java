package org.decorum.stage.topology;

/** Names of the topics that the stage shares with publishers, fetchers and readers. */
public final class TopicNames {
    public static final String REQUESTS = "crawl.requests";
    public static final String FEEDBACK = "crawl.feedback";
    public static final String POLICIES = "crawl.policies";

    /** The last good record of each key of {@link #POLICIES}; only the stage writes it. */
    public static final String ACCEPTED_POLICIES = "crawl.policies.accepted";

    public static final String ALIASES = "crawl.aliases";

    /** The last good record of each key of {@link #ALIASES}; only the stage writes it. */
    public static final String ACCEPTED_ALIASES = "crawl.aliases.accepted";

    public static final String RELEASE = "crawl.release";
    public static final String HOLDS = "crawl.holds";
    public static final String REJECTED = "crawl.rejected";

    /** Requests that came to a full backlog whose policy is to park; the same bytes may be published again. */
    public static final String PARKED = "crawl.parked";

    public static final String DECISIONS = "crawl.decisions";
    public static final String ALERTS = "crawl.alerts";

    /** Which generation of the stage is in force; only {@code decorum reshard} writes it. */
    public static final String GENERATIONS = "crawl.generations";

    private TopicNames() {}
}

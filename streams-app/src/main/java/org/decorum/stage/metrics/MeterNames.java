package org.decorum.stage.metrics;

/** Names of the stage's meters and tags. Times are seconds on the Prometheus page, as Micrometer has it. */
public final class MeterNames {
    /** Requests that entered a backlog. */
    public static final String REQUESTS = "decorum.requests";

    /** Requests sent on to another origin, since an alias changed. */
    public static final String MOVED = "decorum.requests.moved";

    /** Requests that came to a full backlog and went to crawl.parked. */
    public static final String PARKED = "decorum.requests.parked";

    /** Requests and records that will never be released, by {@link #REASON}. */
    public static final String REJECTED = "decorum.rejected";

    /** Slots given. */
    public static final String RELEASES = "decorum.releases";

    /** Units of cost charged with them. */
    public static final String RELEASED_COST = "decorum.released.cost";

    /** How long after it was due an origin had its turn. */
    public static final String LATENESS = "decorum.origins.lateness";

    /** How long a request waited from its arrival to its release. */
    public static final String WAIT = "decorum.requests.wait";

    /** Feedback that concluded or returned a lease, or told of robots.txt, by {@link #OUTCOME}. */
    public static final String FEEDBACK = "decorum.feedback";

    /** Feedback that names no present lease: late, repeated or invented. */
    public static final String FEEDBACK_STALE = "decorum.feedback.stale";

    /** Releases that went back to the backlog, by {@link #CAUSE}. */
    public static final String RETURNED = "decorum.returned";

    /** Times that an origin or a lane was held, by {@link #CAUSE}. */
    public static final String HOLDS = "decorum.holds";

    /** Alerts raised, by {@link #KIND}. */
    public static final String ALERTS = "decorum.alerts";

    /** Policies that took effect. */
    public static final String POLICY_CHANGES = "decorum.policies.changed";

    /** Policies that were bad, and left in force what was. */
    public static final String POLICIES_REFUSED = "decorum.policies.refused";

    /** Aliases that were set or taken away. */
    public static final String ALIAS_CHANGES = "decorum.aliases.changed";

    /** Aliases that were bad, and left in force what was. */
    public static final String ALIASES_REFUSED = "decorum.aliases.refused";

    /** How long after its time a tick came. */
    public static final String TICK_LATENESS = "decorum.ticks.lateness";

    /** How long a tick worked. */
    public static final String TICK_DURATION = "decorum.ticks.duration";

    /** Requests that wait, on this instance. */
    public static final String BACKLOG = "decorum.backlog";

    /** Releases without an outcome yet, on this instance. */
    public static final String IN_FLIGHT = "decorum.in.flight";

    /** Releases that may be out at once on this instance, as far as the fetchers can make their slots. */
    public static final String FLEET_WINDOW = "decorum.fleet.window";

    /** Stage tasks of this instance whose origins are due and wait for the fetchers. */
    public static final String FLEET_CROWDED = "decorum.fleet.crowded";

    /** Origins with state, on this instance. */
    public static final String ORIGINS = "decorum.origins";

    /** Stage tasks that this instance owns. */
    public static final String TASKS = "decorum.tasks";

    /** Stream threads that failed and were replaced, by {@link #CAUSE}. */
    public static final String THREAD_RESTARTS = "decorum.thread.restarts";

    /** Whether this instance works: 1 or 0. */
    public static final String READY = "decorum.ready";

    /** Since the last commit of the stream thread that has waited longest. */
    public static final String COMMIT_AGE = "decorum.commit.age";

    public static final String REASON = "reason";
    public static final String OUTCOME = "outcome";
    public static final String CAUSE = "cause";
    public static final String KIND = "kind";

    private MeterNames() {}
}

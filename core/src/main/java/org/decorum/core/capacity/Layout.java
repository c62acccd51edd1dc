package org.decorum.core.capacity;

/**
 * How a stage is set up.
 *
 * @param shards partitions of the topics that are keyed by origin; 0 lets the model choose
 * @param standbys copies of each store on further instances
 * @param replication copies of each record on brokers
 * @param failures instances that may fail at once, and the others still keep up
 * @param commitMillis between two commits
 * @param leadMillis how far ahead of its slot a release is emitted
 * @param requestsKeptSeconds how long crawl.requests is kept; likewise the others
 */
public record Layout(
        int shards,
        int standbys,
        int replication,
        int failures,
        double commitMillis,
        double leadMillis,
        double requestsKeptSeconds,
        double feedbackKeptSeconds,
        double releasesKeptSeconds,
        double decisionsKeptSeconds) {

    static final int SHARDS_MAX = 10_000;

    public Layout {
        Checks.within("shards", shards, 0, SHARDS_MAX);
        Checks.within("standbys", standbys, 0, 10);
        Checks.within("replication", replication, 1, 10);
        Checks.within("failures", failures, 0, 1_000);
        Checks.within("commit_millis", commitMillis, 1, 60_000);
        Checks.within("lead_millis", leadMillis, 0, 60_000);
        Checks.atLeast("requests_kept_seconds", requestsKeptSeconds, 0);
        Checks.atLeast("feedback_kept_seconds", feedbackKeptSeconds, 0);
        Checks.atLeast("releases_kept_seconds", releasesKeptSeconds, 0);
        Checks.atLeast("decisions_kept_seconds", decisionsKeptSeconds, 0);
    }
}

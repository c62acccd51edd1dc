package org.decorum.fetch;

/** Names of the four topics that a fetcher touches. */
public record FetchTopics(String release, String holds, String feedback, String requests) {

    public static final FetchTopics DEFAULT =
            new FetchTopics("crawl.release", "crawl.holds", "crawl.feedback", "crawl.requests");
}

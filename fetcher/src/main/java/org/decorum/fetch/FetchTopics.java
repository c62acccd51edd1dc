package org.decorum.fetch;

/** Names of the three topics that a fetcher touches. */
public record FetchTopics(String release, String holds, String feedback) {

    public static final FetchTopics DEFAULT = new FetchTopics("crawl.release", "crawl.holds", "crawl.feedback");
}

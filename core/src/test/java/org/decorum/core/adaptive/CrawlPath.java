package org.decorum.core.adaptive;

/**
 * What lies between a stage, a fetcher and a host, microseconds.
 *
 * @param feedback from the end of a fetch until the stage hears of it
 * @param lead how far ahead of its slot a request is booked; 0: the stage and the fetcher are one
 * @param reach no slot is nearer than this
 * @param commitMin from booking until the fetcher can read it, at least
 * @param commitMax and at most
 * @param roundTrip network between fetcher and host, both ways
 */
record CrawlPath(long feedback, long lead, long reach, long commitMin, long commitMax, long roundTrip) {

    /** Only the feedback is late. */
    static CrawlPath direct(long feedbackMillis) {
        return new CrawlPath(feedbackMillis * 1_000, 0, 0, 0, 0, 1_000);
    }

    /** As it runs: booked 250 ms ahead, committed after 50 to 150 ms. */
    static CrawlPath ahead(long feedbackMillis) {
        return new CrawlPath(feedbackMillis * 1_000, 250_000, 200_000, 50_000, 150_000, 1_000);
    }

    boolean isAhead() {
        return lead > 0;
    }
}

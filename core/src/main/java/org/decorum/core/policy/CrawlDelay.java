package org.decorum.core.policy;

import org.decorum.core.rate.Micros;

/**
 * How the Crawl-delay of a site's robots.txt is obeyed.
 *
 * @param counting from where to where it is measured
 * @param maxMicros the longest that is obeyed; a longer one is as long as this
 */
public record CrawlDelay(Counting counting, long maxMicros) {

    /** From where to where a delay is measured. */
    public enum Counting {
        /** From one start to the next: the emission interval of the site is at least the delay. */
        START_TO_START,
        /** As well from the end of one request to the start of the next, so that the site has one request at a time. */
        FINISH_TO_START,
        /** Not at all. Nobody's default: a person must have chosen it. */
        IGNORE
    }

    /** From start to start, up to a day. */
    public static final CrawlDelay DEFAULT = new CrawlDelay(Counting.START_TO_START, Micros.ofSeconds(24 * 3600));

    public CrawlDelay {
        PolicyLimits.between("crawlDelay.maxMicros", maxMicros, 1, PolicyLimits.TIME_MAX_MICROS);
    }

    /** What counts of a delay that robots.txt asks for, microseconds; 0 for nothing. */
    public long obeyedMicros(long askedMicros) {
        return counting == Counting.IGNORE ? 0 : Math.min(askedMicros, maxMicros);
    }

    /** Whether the next start waits for the end of the request before it, when robots.txt asks for this delay. */
    public boolean waitsForFinish(long askedMicros) {
        return counting == Counting.FINISH_TO_START && obeyedMicros(askedMicros) > 0;
    }
}

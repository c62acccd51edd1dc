package org.decorum.fetch.http;

import org.decorum.schema.CrawlRelease;

/** Receives pages, on the thread that fetched them, before the stage hears of the fetch. */
@FunctionalInterface
public interface PageSink {

    void accept(CrawlRelease release, Page page);
}

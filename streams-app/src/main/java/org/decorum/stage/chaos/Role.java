package org.decorum.stage.chaos;

import java.util.Locale;

/** What a process of the crawl is. */
public enum Role {
    BROKER,
    STAGE,
    FETCHER;

    /** For the name of a process. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

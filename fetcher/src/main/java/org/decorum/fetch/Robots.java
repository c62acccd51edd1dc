package org.decorum.fetch;

/** A way to obey robots.txt. */
@FunctionalInterface
public interface Robots {

    /** A fetcher that does what another one does, where robots.txt allows it. */
    Fetcher obeyedBy(Fetcher fetcher);
}

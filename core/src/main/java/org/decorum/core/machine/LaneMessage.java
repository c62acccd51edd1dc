package org.decorum.core.machine;

import org.decorum.core.backlog.LaneMemory;

/**
 * What origins say to each other about a site, so that one of them books it at a time. Messages from one origin to
 * another arrive in order.
 */
public sealed interface LaneMessage {

    String siteKey();

    /**
     * To the home: a request of the site came here; who books it?
     *
     * @param by who asks
     * @param question names the question
     */
    record Claim(String siteKey, String by, long question) implements LaneMessage {}

    /** From the home: that origin books it, not you. */
    record Deny(String siteKey, String owner, long question) implements LaneMessage {}

    /**
     * From the home to whom it granted the site: grant it to another.
     *
     * @param term of the grant that ends
     * @param nextTerm of the grant to give
     */
    record Yield(String siteKey, long term, String to, long nextTerm) implements LaneMessage {}

    /** From whoever booked the site: you book it from now on. */
    record Grant(String siteKey, long term, LaneMemory memory) implements LaneMessage {}

    /** To the home: the grant has arrived. */
    record Taken(String siteKey, long term) implements LaneMessage {}

    /** To the home: the site is idle, and given back. */
    record Surrender(String siteKey, long term, LaneMemory memory) implements LaneMessage {}

    /** To whoever books the site: something was heard of it that binds you. */
    record News(String siteKey, LaneMemory memory) implements LaneMessage {}
}

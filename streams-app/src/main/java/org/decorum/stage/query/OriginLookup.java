package org.decorum.stage.query;

import java.util.Optional;

/** Finds what is known of an origin. */
@FunctionalInterface
public interface OriginLookup {

    Optional<OriginView> find(String originKey);

    /** The origin that pays for a host, or the key itself. */
    default String originOf(String hostOrKey) {
        return hostOrKey;
    }
}

package org.decorum.fetch.http;

import java.net.InetAddress;
import java.util.Optional;

/** Says whether a fetcher may connect to an address. */
@FunctionalInterface
public interface AddressCheck {

    /** Why not, e.g. the name of the blocked range; empty if it may. */
    Optional<String> blockedBy(InetAddress address);
}

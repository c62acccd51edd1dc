package org.decorum.fetch.http;

import java.net.InetSocketAddress;
import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * Sends requests to a stand-in: plain HTTP to another address, with the URL's own host in the Host header. The address
 * is the operator's word, so it is not checked.
 */
@FunctionalInterface
public interface Route {

    Route DIRECT = url -> Optional.empty();

    /** Where to send the request for a URL; empty means to the URL's own host. */
    Optional<InetSocketAddress> via(HttpUrl url);

    /** Every URL goes to one address. */
    static Route allTo(InetSocketAddress address) {
        Optional<InetSocketAddress> target = Optional.of(address);
        return url -> target;
    }
}

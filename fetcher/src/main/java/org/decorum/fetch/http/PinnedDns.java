package org.decorum.fetch.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;
import org.decorum.core.ssrf.AddressGuard;
import org.decorum.core.ssrf.Verdict;

/**
 * Resolves a name once and checks every answer; one bad address blocks the name. OkHttp connects to the very addresses
 * that come back from here, so nothing is resolved a second time between check and connect.
 */
final class PinnedDns implements Dns {

    private final Dns resolver;
    private final AddressGuard guard;

    PinnedDns(Dns resolver, AddressGuard guard) {
        this.resolver = resolver;
        this.guard = guard;
    }

    @Override
    public List<InetAddress> lookup(String host) throws UnknownHostException {
        List<InetAddress> addresses = List.copyOf(resolver.lookup(host));
        for (InetAddress address : addresses) {
            if (guard.verdict(address) instanceof Verdict.Blocked blocked) {
                throw new BlockedAddressException(host, address.getHostAddress(), blocked.range());
            }
        }
        return addresses;
    }
}

package org.decorum.fetch.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.Dns;

/**
 * Resolves a name once and checks every answer; one bad address blocks the name. OkHttp connects to the very addresses
 * that come back from here, so nothing is resolved a second time between check and connect.
 */
final class PinnedDns implements Dns {

    private static final Pattern LITERAL = Pattern.compile("[\\d.]+|[\\da-fA-F:.]*:[\\da-fA-F:.%]*");

    private final Dns resolver;
    private final AddressCheck check;

    PinnedDns(Dns resolver, AddressCheck check) {
        this.resolver = resolver;
        this.check = check;
    }

    @Override
    public List<InetAddress> lookup(String host) throws UnknownHostException {
        List<InetAddress> addresses = List.copyOf(resolver.lookup(host));
        for (InetAddress address : addresses) {
            vet(host, address);
        }
        return addresses;
    }

    /** Why a host that is an address may not be connected to; OkHttp never asks a resolver about those. */
    Optional<String> blockedLiteral(String host) {
        if (!LITERAL.matcher(host).matches()) {
            return Optional.empty();
        }
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                vet(host, address);
            }
            return Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void vet(String host, InetAddress address) throws BlockedAddressException {
        Optional<String> range = check.blockedBy(address);
        if (range.isPresent()) {
            throw new BlockedAddressException(host, address.getHostAddress(), range.get());
        }
    }
}

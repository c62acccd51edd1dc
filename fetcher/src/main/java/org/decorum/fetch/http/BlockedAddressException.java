package org.decorum.fetch.http;

import java.net.UnknownHostException;

/** A host whose address must not be connected to. */
final class BlockedAddressException extends UnknownHostException {

    private static final long serialVersionUID = 1L;

    BlockedAddressException(String host, String address, String range) {
        super(host + " is at " + address + " (" + range + ")");
    }
}

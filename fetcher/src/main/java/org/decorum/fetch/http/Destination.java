package org.decorum.fetch.http;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.ssrf.AddressGuard;
import org.decorum.core.ssrf.HostGuard;
import org.decorum.core.ssrf.Verdict;
import org.decorum.fetch.FailReason;

/** Where a URL leads, as the HTTP client reads it. */
sealed interface Destination {

    /**
     * May be fetched, from a stand-in if there is one, or once its name is resolved and the addresses are checked.
     */
    record Reachable(HttpUrl url, Optional<InetSocketAddress> standIn) implements Destination {}

    /** Must not be fetched. */
    record Refused(FailReason reason, String detail) implements Destination {}

    /**
     * Reads URLs. The client's parser and the stage's must agree on the host, or one origin would pay for a request to
     * another. Literal addresses are judged here, since OkHttp never asks a resolver about those.
     */
    final class Reader {

        private final OriginKeyer keyer = OriginKeyer.bundled();
        private final HostGuard guard;
        private final Route route;

        Reader(AddressGuard addresses, Route route) {
            this.guard = new HostGuard(addresses);
            this.route = route;
        }

        Destination read(String text) {
            HttpUrl url = HttpUrl.parse(text);
            if (url == null) {
                return new Refused(FailReason.BAD_URL, "not an http or https URL");
            }
            KeyResult paid = keyer.key(text);
            KeyResult asked = keyer.key(url.toString());
            Optional<InetSocketAddress> standIn = route.via(url);
            if (standIn.isEmpty()) {
                for (KeyResult host : List.of(paid, asked)) {
                    if (host instanceof KeyResult.Keyed && guard.verdict(host) instanceof Verdict.Blocked blocked) {
                        return new Refused(FailReason.SSRF_BLOCKED, url.host() + " (" + blocked.range() + ")");
                    }
                }
            }
            if (!sameSite(paid, asked)) {
                return new Refused(FailReason.BAD_URL, "the client reads another host: " + url.host());
            }
            return new Reachable(url, standIn);
        }

        private static boolean sameSite(KeyResult paid, KeyResult asked) {
            return paid instanceof KeyResult.Keyed one
                    && asked instanceof KeyResult.Keyed other
                    && one.siteKey().equals(other.siteKey());
        }
    }
}

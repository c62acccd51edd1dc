package org.decorum.fetch.http;

import java.time.Duration;
import okhttp3.Dns;
import org.decorum.core.ssrf.AddressGuard;
import org.jspecify.annotations.Nullable;

/**
 * How the reference fetcher behaves.
 *
 * @param prepare how long before the slot it resolves and connects
 * @param timeout for a whole fetch, from resolving to the last byte
 */
record HttpOptions(
        String userAgent,
        Duration prepare,
        Duration connectTimeout,
        Duration timeout,
        long bodyBytesMax,
        int requestsMax,
        Route route,
        Dns resolver,
        AddressGuard guard,
        @Nullable PageSink sink) {}

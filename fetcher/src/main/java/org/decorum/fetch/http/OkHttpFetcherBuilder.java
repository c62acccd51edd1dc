package org.decorum.fetch.http;

import java.time.Duration;
import java.util.regex.Pattern;
import okhttp3.Dns;
import org.decorum.core.ssrf.AddressGuard;
import org.decorum.core.ssrf.CidrList;
import org.decorum.wire.text.Excerpt;
import org.jspecify.annotations.Nullable;

/** Describes an {@link OkHttpFetcher}. */
public final class OkHttpFetcherBuilder {

    /** RFC 9110, sections 5.5, 5.6.2 and 10.1.5: a token first, and nothing that a header must not contain. */
    private static final Pattern USER_AGENT = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+([/ ]([ -~]*[!-~])?)?");

    private String userAgent = "Decorum/0.1";
    private Duration prepare = Duration.ofMillis(100);
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration timeout = Duration.ofSeconds(30);
    private long bodyBytesMax = 10 << 20;
    private int requestsMax = 4_096;
    private Route route = Route.DIRECT;
    private Dns resolver = Dns.SYSTEM;
    private AddressGuard guard = AddressGuard.strict();
    private @Nullable PageSink sink;

    OkHttpFetcherBuilder() {}

    /**
     * Name of the crawler with a way to reach its owner. It begins with the product token that robots.txt may name.
     *
     * @throws IllegalArgumentException for text that cannot be a header
     */
    public OkHttpFetcherBuilder userAgent(String name) {
        if (!USER_AGENT.matcher(name).matches()) {
            throw new IllegalArgumentException("user agent: \"" + Excerpt.of(name)
                    + "\" (expected: a name, then perhaps more, in printable ASCII)");
        }
        userAgent = name;
        return this;
    }

    /** How long before the slot to resolve and connect. */
    public OkHttpFetcherBuilder prepare(Duration ahead) {
        prepare = ahead;
        return this;
    }

    public OkHttpFetcherBuilder connectTimeout(Duration atMost) {
        connectTimeout = atMost;
        return this;
    }

    /** For a whole fetch, from resolving to the last byte. */
    public OkHttpFetcherBuilder timeout(Duration atMost) {
        timeout = atMost;
        return this;
    }

    /** Decoded bytes of a body to read at most. */
    public OkHttpFetcherBuilder bodyBytesMax(long bytes) {
        bodyBytesMax = bytes;
        return this;
    }

    /** Requests at once; give the loop no more than this. */
    public OkHttpFetcherBuilder requestsMax(int requests) {
        requestsMax = requests;
        return this;
    }

    /** Sends requests to a stand-in, as the demo does. */
    public OkHttpFetcherBuilder route(Route to) {
        route = to;
        return this;
    }

    /** Resolves names in place of the system; its answers are checked like any. */
    public OkHttpFetcherBuilder resolver(Dns names) {
        resolver = names;
        return this;
    }

    /** Ranges of the crawler's own network that may be connected to; none by default. */
    public OkHttpFetcherBuilder allow(CidrList ranges) {
        guard = AddressGuard.allowing(ranges);
        return this;
    }

    /** Who gets the pages; nobody by default. */
    public OkHttpFetcherBuilder onPage(PageSink who) {
        sink = who;
        return this;
    }

    public OkHttpFetcher build() {
        return new OkHttpFetcher(new HttpOptions(
                userAgent, prepare, connectTimeout, timeout, bodyBytesMax, requestsMax, route, resolver, guard, sink));
    }
}

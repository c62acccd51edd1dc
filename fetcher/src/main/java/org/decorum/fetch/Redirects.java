package org.decorum.fetch;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import okhttp3.HttpUrl;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.wire.input.RequestDecoder;
import org.jspecify.annotations.Nullable;

/**
 * What a redirect leads to. It is never followed: its target is a request of its own, which waits and pays where it
 * leads, also at the same origin. Its id is {@code <id of the first request>/r<hops>}, the same each time that the
 * same request is fetched, so that a repeat is recognised.
 */
final class Redirects {

    private static final Set<Integer> STATUSES = Set.of(300, 301, 302, 303, 307, 308);

    /** Room for {@code ~}, a checksum, {@code /r} and the hops. */
    private static final int LONG_ID_CHARS = RequestDecoder.REQUEST_ID_CHARS_MAX - 24;

    /** Rule of a cost that the publisher set. */
    private static final String PUBLISHERS_COST = "request";

    private final int hopsMax;

    sealed interface Outcome {}

    /** Publish this. */
    record Onward(CrawlRequest request) implements Outcome {}

    /** Leads nowhere, for a reason. */
    record DeadEnd(String why) implements Outcome {}

    /** With 0 hops no redirect is published. */
    Redirects(int hopsMax) {
        if (hopsMax < 0 || hopsMax > RequestDecoder.REDIRECTS_MAX) {
            throw new IllegalArgumentException(
                    "redirects: " + hopsMax + " (expected: 0 to " + RequestDecoder.REDIRECTS_MAX + ")");
        }
        this.hopsMax = hopsMax;
    }

    /** Where an answer leads; empty if it is no redirect. */
    Optional<Outcome> of(CrawlRelease release, FetchResult result) {
        if (!(result instanceof FetchResult.Fetched fetched) || !STATUSES.contains(fetched.status())) {
            return Optional.empty();
        }
        String location = fetched.headers().get(AnswerHeaders.LOCATION);
        return location == null ? Optional.empty() : Optional.of(led(release, location));
    }

    private Outcome led(CrawlRelease release, String location) {
        int hops = release.getRedirects() + 1;
        if (hopsMax == 0) {
            return new DeadEnd("redirect to " + location);
        }
        if (hops > hopsMax) {
            return new DeadEnd("redirects: [" + hops + "/" + hopsMax + "], the last to " + location);
        }
        String target = resolve(release.getUrl(), location);
        if (target == null) {
            return new DeadEnd("redirect to no http or https URL: " + location);
        }
        int bytes = target.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > RequestDecoder.URL_BYTES_MAX) {
            return new DeadEnd("redirect to a URL of [" + bytes + "/" + RequestDecoder.URL_BYTES_MAX + "] bytes");
        }
        return new Onward(request(release, target, hops));
    }

    private static @Nullable String resolve(String url, String location) {
        HttpUrl base = HttpUrl.parse(url);
        HttpUrl target = base == null ? null : base.resolve(location);
        return target == null
                ? null
                : target.newBuilder().fragment(null).build().toString();
    }

    private static CrawlRequest request(CrawlRelease release, String target, int hops) {
        return CrawlRequest.newBuilder()
                .setUrl(target)
                .setRequestId(id(release) + "/r" + hops)
                .setPriority(release.getPriority())
                .setKind(release.getKind())
                .setCost(release.getCostRule().equals(PUBLISHERS_COST) ? release.getCost() : null)
                .setMetadata(release.getMetadata())
                .setRedirects(hops)
                .build();
    }

    /** The id of the request that the chain began with, or a shorter one that stands for it. */
    private static String id(CrawlRelease release) {
        String id = release.getRequestId();
        String suffix = "/r" + release.getRedirects();
        if (release.getRedirects() > 0 && id.endsWith(suffix)) {
            return id.substring(0, id.length() - suffix.length());
        }
        if (id.length() <= LONG_ID_CHARS) {
            return id;
        }
        CRC32C checksum = new CRC32C();
        checksum.update(id.getBytes(StandardCharsets.UTF_8));
        return id.substring(0, LONG_ID_CHARS) + "~" + Long.toHexString(checksum.getValue());
    }
}

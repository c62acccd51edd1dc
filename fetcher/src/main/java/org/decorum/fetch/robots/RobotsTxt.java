package org.decorum.fetch.robots;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import okhttp3.HttpUrl;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.rate.Micros;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.Fetcher;
import org.decorum.fetch.MicroClock;
import org.decorum.fetch.Permit;
import org.decorum.fetch.Robots;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.fetch.http.Page;
import org.decorum.schema.CrawlRelease;
import org.jspecify.annotations.Nullable;

/**
 * Obeys robots.txt (RFC 9309) of each scheme, host and port. It costs a slot like any request: the first release for a
 * site gives its slot to {@code /robots.txt} and goes back, and so does, unsent, what comes before the answer or was booked
 * before the stage heard of its Crawl-delay. So does a redirect of robots.txt: its target is asked for in the next slot
 * of the site.
 */
public final class RobotsTxt implements Robots {

    /** Files in memory, by the bytes they were read from; the least recently used are forgotten first. */
    private static final long BYTES_MAX = 64 << 20;

    private static final int SITE_BYTES = 1_000;

    private final OkHttpFetcher http;
    private final MicroClock clock;
    private final OriginKeyer keyer = OriginKeyer.bundled();
    private final Cache<String, SiteRobots> sites = Caffeine.newBuilder()
            .maximumWeight(BYTES_MAX)
            .weigher((String site, SiteRobots robots) -> SITE_BYTES + robots.bytes())
            .build();

    private RobotsTxt(OkHttpFetcher http, MicroClock clock) {
        this.http = http;
        this.clock = clock;
    }

    /** Reads robots.txt with a fetcher, as the crawler that its User-Agent names. */
    public static RobotsTxt readBy(OkHttpFetcher http) {
        return readBy(http, MicroClock.SYSTEM);
    }

    /** The same, with files that age by another clock. */
    public static RobotsTxt readBy(OkHttpFetcher http, MicroClock clock) {
        return new RobotsTxt(http, clock);
    }

    @Override
    public Fetcher obeyedBy(Fetcher fetcher) {
        return new Fetcher() {
            @Override
            public CompletionStage<FetchResult> fetch(CrawlRelease release, Permit permit) {
                HttpUrl url = HttpUrl.parse(release.getUrl());
                return url == null
                        ? fetcher.fetch(release, permit)
                        : RobotsTxt.this.fetch(fetcher, release, url, permit);
            }

            @Override
            public long prepareMicros() {
                return fetcher.prepareMicros();
            }
        };
    }

    private CompletionStage<FetchResult> fetch(Fetcher fetcher, CrawlRelease release, HttpUrl url, Permit permit) {
        HttpUrl place = SiteRobots.placeFor(url);
        SiteRobots site = sites.get(place.toString(), unseen -> new SiteRobots(place));
        long now = clock.elapsedMicros();
        SiteRobots.Step step = site.next(now);
        if (step instanceof SiteRobots.Obey obey) {
            if (!obey.file().allows(url.toString())) {
                return CompletableFuture.completedFuture(new FetchResult.Disallowed());
            }
            long bookedMicros = now - (clock.nowMicros() - Micros.of(release.getReleasedAt()));
            return site.tooFast(bookedMicros, release.getMinGapMicros())
                    .<CompletionStage<FetchResult>>map(CompletableFuture::completedFuture)
                    .orElseGet(() -> fetcher.fetch(release, permit));
        }
        if (step instanceof SiteRobots.Wait wait) {
            return CompletableFuture.completedFuture(wait.result());
        }
        return ask(release, site, ((SiteRobots.Ask) step).url(), permit);
    }

    private CompletionStage<FetchResult> ask(CrawlRelease release, SiteRobots site, HttpUrl target, Permit permit) {
        String foreign = foreignOrigin(release, target);
        if (foreign != null) {
            SiteRobots theirs = sites.getIfPresent(target.toString());
            RobotsFile known = theirs == null ? null : theirs.fresh(clock.elapsedMicros());
            if (known != null) {
                return CompletableFuture.completedFuture(site.copied(known, clock.elapsedMicros()));
            }
            return CompletableFuture.completedFuture(site.elsewhere(foreign, clock.elapsedMicros()));
        }
        Page[] page = new Page[1];
        return http.fetch(release, target.toString(), permit, RobotsFile.BYTES_MAX, (about, got) -> page[0] = got)
                .handle((result, error) -> {
                    FetchResult answer = site.answered(result, error, page[0], http.userAgent(), clock.elapsedMicros());
                    // Its weight has changed.
                    sites.put(site.place().toString(), site);
                    return answer;
                });
    }

    /** The origin of a URL, if it is not the one whose slot this is. */
    private @Nullable String foreignOrigin(CrawlRelease release, HttpUrl url) {
        if (keyer.key(url.toString()) instanceof KeyResult.Keyed keyed) {
            boolean own = keyed.siteKey().equals(release.getSiteKey())
                    || keyed.originKey().equals(release.getOriginKey());
            return own ? null : keyed.originKey();
        }
        return null;
    }
}

package org.decorum.fetch.robots;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.decorum.core.rate.Micros;
import org.decorum.fetch.AnswerHeaders;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.http.Page;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one site's robots.txt, by its answers (RFC 9309, section 2.3.1):
 *
 * <table>
 * <tr><td>2xx</td><td>the file counts for {@link #FRESH_MICROS}, or the shorter max-age of its Cache-Control</td></tr>
 * <tr><td>4xx</td><td>there is none: everything is allowed, for as long</td></tr>
 * <tr><td>429, 503</td><td>the site is overloaded: the stage holds it as after any such answer</td></tr>
 * <tr><td>3xx</td><td>its target is asked for in the next slot, up to {@link #HOPS_MAX} times in a row</td></tr>
 * <tr><td>anything else</td><td>nothing is known: the file before stays in force, or nothing is sent, for
 * {@link #UNKNOWN_MICROS}</td></tr>
 * </table>
 *
 * <p>A redirect that must not or cannot be followed is "anything else", never "everything is allowed".
 */
final class SiteRobots {

    static final long FRESH_MICROS = Micros.ofSeconds(24 * 3_600);
    static final long UNKNOWN_MICROS = Micros.ofSeconds(600);
    static final int HOPS_MAX = 5;

    /** However short a max-age is: robots.txt must not take every slot. */
    static final long FRESH_MICROS_MIN = Micros.ofSeconds(300);

    /** So long after a file was read the stage books at its Crawl-delay: the report has arrived. */
    static final long REPORTED_MICROS = Micros.ofSeconds(1);

    /** The stage's hold, which follows, is longer. */
    private static final long OVERLOADED_MICROS = Micros.ofSeconds(10);

    private static final Pattern MAX_AGE = Pattern.compile("(?:^|[,\\s])max-age\\s*=\\s*\"?([0-9]{1,12})");
    private static final Pattern NOT_TO_KEEP = Pattern.compile("(?:^|[,\\s])no-(?:store|cache)(?:$|[,\\s])");

    private final HttpUrl place;
    private HttpUrl target;
    private int hops;
    private boolean asked;
    private @Nullable RobotsFile file;
    private long readAtMicros = Long.MIN_VALUE;
    private long freshUntilMicros = Long.MIN_VALUE;
    private long unknownUntilMicros = Long.MIN_VALUE;

    sealed interface Step {}

    /** This is in force. */
    record Obey(RobotsFile file) implements Step {}

    /** Ask for this; {@link #answered} must follow. */
    record Ask(HttpUrl url) implements Step {}

    /** Nothing may be sent now. */
    record Wait(FetchResult.Robots result) implements Step {}

    SiteRobots(HttpUrl place) {
        this.place = place;
        this.target = place;
    }

    /** Where robots.txt of a URL's site is. */
    static HttpUrl placeFor(HttpUrl url) {
        return new HttpUrl.Builder()
                .scheme(url.scheme())
                .host(url.host())
                .port(url.port())
                .addPathSegment("robots.txt")
                .build();
    }

    HttpUrl place() {
        return place;
    }

    synchronized int bytes() {
        return file == null ? 0 : file.bytes();
    }

    synchronized @Nullable RobotsFile fresh(long nowMicros) {
        return nowMicros < freshUntilMicros ? file : null;
    }

    /** What to do with a release for the site. */
    synchronized Step next(long nowMicros) {
        RobotsFile known = file;
        if (known != null && nowMicros < freshUntilMicros) {
            return new Obey(known);
        }
        if (asked) {
            return new Wait(waiting(null, "robots.txt is being read"));
        }
        if (nowMicros < unknownUntilMicros) {
            long seconds = Micros.PER_SECOND;
            long leftSeconds = (unknownUntilMicros - nowMicros + seconds - 1) / seconds;
            return new Wait(waiting(Long.toString(leftSeconds), "robots.txt could not be read"));
        }
        asked = true;
        return new Ask(target);
    }

    /**
     * What becomes of a release that was booked when the stage may not have heard of the Crawl-delay, at a faster pace:
     * its slot is too early. Empty if it may go, as everything that was booked later: then a policy wants that pace.
     */
    synchronized Optional<FetchResult> tooFast(long bookedMicros, long gapMicros) {
        boolean isEarly = bookedMicros < Micros.add(readAtMicros, REPORTED_MICROS);
        boolean isFast = file != null && file.crawlDelayMicros().orElse(0) > gapMicros;
        return isEarly && isFast
                ? Optional.of(waiting(null, "booked before the Crawl-delay was known"))
                : Optional.empty();
    }

    /** The file of another site is this site's too. */
    synchronized FetchResult copied(RobotsFile other, long nowMicros) {
        asked = false;
        keep(other, nowMicros, FRESH_MICROS);
        return new FetchResult.Robots(null, null, delay(other), null, null, "robots.txt is " + target);
    }

    /** It was not asked for: the target is another origin's, which has not given it a slot. */
    synchronized FetchResult elsewhere(String originKey, long nowMicros) {
        asked = false;
        return unknown(null, null, "it is at " + originKey + ", whose own has not been read", nowMicros);
    }

    /**
     * Takes in what came of asking, and says what that means to the release whose slot it took.
     *
     * @param page the answer's body, if all of it that counts was read
     */
    synchronized FetchResult answered(
            @Nullable FetchResult result,
            @Nullable Throwable error,
            @Nullable Page page,
            String userAgent,
            long nowMicros) {
        asked = false;
        if (result instanceof FetchResult.Fetched fetched) {
            return answered(fetched, page, userAgent, nowMicros);
        }
        if (result instanceof FetchResult.Failed failed) {
            // The site cannot be reached at all: its pages fail as well, each with its own attempts.
            return failed.startedAtMicros() == null && hops == 0
                    ? failed
                    : unknown(null, failed.startedAtMicros(), failed.detail(), nowMicros);
        }
        if (result instanceof FetchResult.Missed missed) {
            return missed;
        }
        return unknown(null, null, String.valueOf(error), nowMicros);
    }

    private FetchResult answered(FetchResult.Fetched answer, @Nullable Page page, String userAgent, long nowMicros) {
        int status = answer.status();
        if (status == 429 || status == 503) {
            unknownUntilMicros = Micros.add(nowMicros, OVERLOADED_MICROS);
            begin();
            return robots(answer, null, answer.headers().get(AnswerHeaders.RETRY_AFTER), "robots.txt: " + status);
        }
        if (status / 100 == 2 && page != null) {
            RobotsFile read = RobotsFile.parse(page.body().toByteArray(), target.toString(), userAgent);
            keep(read, nowMicros, freshMicros(page));
            return robots(answer, delay(read), null, "robots.txt was read");
        }
        if (status / 100 == 4) {
            keep(RobotsFile.NONE, nowMicros, page == null ? FRESH_MICROS : freshMicros(page));
            return robots(answer, delay(RobotsFile.NONE), null, "no robots.txt: " + status);
        }
        String location = answer.headers().get(AnswerHeaders.LOCATION);
        if (status / 100 == 3 && location != null) {
            return redirected(answer, location, nowMicros);
        }
        return unknown(
                status, answer.startedAtMicros(), page == null ? "its body broke" : "status " + status, nowMicros);
    }

    private FetchResult redirected(FetchResult.Fetched answer, String location, long nowMicros) {
        HttpUrl next = target.resolve(location);
        if (next == null || hops == HOPS_MAX) {
            String why = next == null ? "redirect to " + location : "redirects: [" + (hops + 1) + "/" + HOPS_MAX + "]";
            return unknown(answer.status(), answer.startedAtMicros(), why, nowMicros);
        }
        hops++;
        target = next.newBuilder().fragment(null).build();
        return robots(answer, null, null, "robots.txt is at " + target);
    }

    private FetchResult unknown(@Nullable Integer status, @Nullable Long startedAtMicros, String why, long nowMicros) {
        long untilMicros = Micros.add(nowMicros, UNKNOWN_MICROS);
        String note = "robots.txt could not be read: " + why;
        begin();
        if (file != null) {
            freshUntilMicros = untilMicros;
            return new FetchResult.Robots(null, startedAtMicros, null, null, null, note);
        }
        unknownUntilMicros = untilMicros;
        String again = Long.toString(UNKNOWN_MICROS / Micros.PER_SECOND);
        return new FetchResult.Robots(status, startedAtMicros, null, again, null, note);
    }

    private void keep(RobotsFile read, long nowMicros, long forMicros) {
        file = read;
        readAtMicros = nowMicros;
        freshUntilMicros = Micros.add(nowMicros, forMicros);
        begin();
    }

    /** The next time the place itself is asked first. */
    private void begin() {
        target = place;
        hops = 0;
    }

    private static long freshMicros(Page page) {
        String control = Objects.requireNonNullElse(page.headers().get("Cache-Control"), "")
                .toLowerCase(Locale.ROOT);
        Matcher age = MAX_AGE.matcher(control);
        long micros = FRESH_MICROS;
        if (NOT_TO_KEEP.matcher(control).find()) {
            micros = 0;
        } else if (age.find()) {
            micros = Micros.ofSeconds(Long.parseLong(age.group(1)));
        }
        return Math.max(FRESH_MICROS_MIN, Math.min(micros, FRESH_MICROS));
    }

    /** 0 where it asks for none: that is worth telling, too, where it asked for one before. */
    private static Long delay(RobotsFile file) {
        return file.crawlDelayMicros().orElse(0);
    }

    private static FetchResult.Robots robots(
            FetchResult.Fetched answer, @Nullable Long delayMicros, @Nullable String retryAfter, String note) {
        return new FetchResult.Robots(
                answer.status(),
                answer.startedAtMicros(),
                delayMicros,
                retryAfter,
                answer.headers().get(AnswerHeaders.DATE),
                note);
    }

    private static FetchResult.Robots waiting(@Nullable String retryAfterSeconds, String note) {
        return new FetchResult.Robots(null, null, null, retryAfterSeconds, null, note);
    }
}

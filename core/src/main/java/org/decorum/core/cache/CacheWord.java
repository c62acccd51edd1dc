package org.decorum.core.cache;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Words that caches put into headers of their own, such as X-Cache and CF-Cache-Status: {@code HIT},
 * {@code Miss from cloudfront}, {@code TCP_MEM_HIT from a1.example}, and lists of these, the cache that is nearest to
 * the client last.
 *
 * <p>Facts: the documentation of Akamai, Azure, Cloudflare, CloudFront, Fastly, nginx and Squid. To revalidate is to ask
 * the origin. Words that are not known here say nothing, as do those of answers that the network itself makes up.
 */
final class CacheWord {

    private static final Map<String, CacheVerdict> VERDICTS = Map.ofEntries(
            Map.entry("HIT", CacheVerdict.HIT),
            Map.entry("MEM_HIT", CacheVerdict.HIT),
            Map.entry("INMEM_HIT", CacheVerdict.HIT),
            Map.entry("IMS_HIT", CacheVerdict.HIT),
            Map.entry("INM_HIT", CacheVerdict.HIT),
            Map.entry("NEGATIVE_HIT", CacheVerdict.HIT),
            Map.entry("OFFLINE_HIT", CacheVerdict.HIT),
            Map.entry("REMOTE_HIT", CacheVerdict.HIT),
            Map.entry("HIT_CLUSTER", CacheVerdict.HIT),
            Map.entry("STALE", CacheVerdict.STALE),
            Map.entry("STALE_HIT", CacheVerdict.STALE),
            Map.entry("HIT_STALE", CacheVerdict.STALE),
            Map.entry("UPDATING", CacheVerdict.STALE),
            Map.entry("REFRESH_FAIL_HIT", CacheVerdict.STALE),
            Map.entry("REFRESH_FAIL_OLD", CacheVerdict.STALE),
            Map.entry("MISS", CacheVerdict.MISS),
            Map.entry("PASS", CacheVerdict.MISS),
            Map.entry("BYPASS", CacheVerdict.MISS),
            Map.entry("DYNAMIC", CacheVerdict.MISS),
            Map.entry("EXPIRED", CacheVerdict.MISS),
            Map.entry("EXPIRED_HIT", CacheVerdict.MISS),
            Map.entry("EXPIRED_MISS", CacheVerdict.MISS),
            Map.entry("REVALIDATED", CacheVerdict.MISS),
            Map.entry("REFRESHHIT", CacheVerdict.MISS),
            Map.entry("REFRESH_HIT", CacheVerdict.MISS),
            Map.entry("REFRESH_UNMODIFIED", CacheVerdict.MISS),
            Map.entry("REFRESH_MODIFIED", CacheVerdict.MISS),
            Map.entry("REFRESH_MISS", CacheVerdict.MISS),
            Map.entry("CLIENT_REFRESH_MISS", CacheVerdict.MISS),
            Map.entry("SWAPFAIL_MISS", CacheVerdict.MISS),
            Map.entry("CONFIG_NOCACHE", CacheVerdict.MISS),
            Map.entry("PRIVATE_NOSTORE", CacheVerdict.MISS));

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private CacheWord() {}

    /** Of a whole header. */
    static CacheVerdict verdict(String header) {
        if (header.isEmpty()) {
            return CacheVerdict.UNKNOWN;
        }
        CacheVerdict verdict = CacheVerdict.UNKNOWN;
        for (String cache : header.split(",", -1)) {
            verdict = verdict.behind(ofCache(cache));
        }
        return verdict;
    }

    /** Some name the same twice, once in general and once in detail: the origin was asked if either says so. */
    private static CacheVerdict ofCache(String words) {
        CacheVerdict verdict = CacheVerdict.UNKNOWN;
        for (String word : BLANKS.split(words.strip(), -1)) {
            CacheVerdict said = VERDICTS.getOrDefault(plain(word), CacheVerdict.UNKNOWN);
            if (verdict == CacheVerdict.UNKNOWN || said == CacheVerdict.MISS) {
                verdict = said;
            }
            if (word.equalsIgnoreCase("from")) {
                break;
            }
        }
        return verdict;
    }

    private static String plain(String word) {
        String upper = word.toUpperCase(Locale.ROOT).replace('-', '_');
        return upper.startsWith("TCP_") ? upper.substring(4) : upper;
    }
}

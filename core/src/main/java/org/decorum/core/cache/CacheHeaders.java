package org.decorum.core.cache;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of an answer's headers. The most specific header that says anything counts: Cache-Status (RFC 9211), then
 * the vendor's own, then X-Cache, then Age (RFC 9111, section 5.1). X-Served-By names machines, which says nothing.
 */
public final class CacheHeaders {

    static final String CACHE_STATUS = "cache-status";
    static final String CF_CACHE_STATUS = "cf-cache-status";
    static final String X_CACHE = "x-cache";
    static final String AGE = "age";

    private CacheHeaders() {}

    /** Of headers by their names in lower case. */
    public static CacheVerdict verdict(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return CacheVerdict.UNKNOWN;
        }
        CacheVerdict verdict = CacheStatus.verdict(text(headers, CACHE_STATUS));
        if (verdict == CacheVerdict.UNKNOWN) {
            verdict = CacheWord.verdict(text(headers, CF_CACHE_STATUS));
        }
        if (verdict == CacheVerdict.UNKNOWN) {
            verdict = CacheWord.verdict(text(headers, X_CACHE));
        }
        return verdict == CacheVerdict.UNKNOWN ? ofAge(text(headers, AGE)) : verdict;
    }

    /** An origin may say itself that its answer is 0 seconds old; what is older was kept by somebody. */
    private static CacheVerdict ofAge(String age) {
        boolean isNumber = !age.isEmpty() && age.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber && age.chars().anyMatch(c -> c != '0') ? CacheVerdict.HIT : CacheVerdict.UNKNOWN;
    }

    private static String text(Map<String, String> headers, String name) {
        @Nullable String value = headers.get(name);
        return value == null ? "" : value.strip();
    }
}

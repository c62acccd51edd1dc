package org.decorum.core.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheHeadersTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "near; hit                                       | HIT",
                "near; hit; ttl=376                              | HIT",
                "\"near, with; signs\"; hit                      | HIT",
                "near; hit=?1                                    | HIT",
                "near ;  HIT ; ttl = 3                           | HIT",
                "near; fwd=miss                                  | MISS",
                "near; fwd=uri-miss; stored                      | MISS",
                "near; fwd=stale; fwd-status=304                 | MISS",
                "near; fwd=bypass                                | MISS",
                "near; fwd=partial; fwd-status=206               | MISS",
                "near; fwd=miss; collapsed                       | HIT",
                "near; collapsed                                 | HIT",
                "near; fwd=miss; collapsed=?0                    | MISS",
                "far; fwd=miss, near; hit; ttl=20                | HIT",
                "far; hit; ttl=20, near; fwd=uri-miss            | HIT",
                "far; fwd=miss, near; fwd=miss                   | MISS",
                "far; fwd=miss; collapsed, near; fwd=miss        | HIT",
                "far; fwd=miss, near                             | MISS",
                "near; hit; ttl=-40                              | STALE",
                "far; hit; ttl=-40, near; fwd=miss               | STALE",
                "far; hit; ttl=-40, near; hit; ttl=9             | HIT",
                "far; hit; ttl=9, near; hit; ttl=-40             | STALE",
                "near; hit; fwd=miss                             | MISS",
                "near; hit=?0                                    | UNKNOWN",
                "near; key=\"; hit\"                             | UNKNOWN",
                "near; key=\"a \\\" ; hit\"; fwd=miss            | MISS",
                "near; key=\"open; hit                           | UNKNOWN",
                "near                                            | UNKNOWN",
                "hit                                             | UNKNOWN",
                "near; detail=hit                                | UNKNOWN",
                ",;=\"\"                                         | UNKNOWN",
            })
    void cacheStatusSaysWhichCacheAnswered(String header, CacheVerdict verdict) {
        assertThat(CacheHeaders.verdict(Map.of("cache-status", header))).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "HIT, HIT",
        "hit, HIT",
        "MISS, MISS",
        "EXPIRED, MISS",
        "BYPASS, MISS",
        "DYNAMIC, MISS",
        "REVALIDATED, MISS",
        "STALE, STALE",
        "UPDATING, STALE",
        "NONE, UNKNOWN",
        "NONE/UNKNOWN, UNKNOWN",
        "UNKNOWN, UNKNOWN",
    })
    void cloudflareSaysWhetherTheOriginWasAsked(String header, CacheVerdict verdict) {
        assertThat(CacheHeaders.verdict(Map.of("cf-cache-status", header))).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HIT                                        | HIT",
                "MISS                                       | MISS",
                "MISS, HIT                                  | HIT",
                "HIT, MISS                                  | HIT",
                "MISS, MISS                                 | MISS",
                "HIT, HIT                                   | HIT",
                "MISS,HIT,MISS                              | HIT",
                "MISS, STALE                                | STALE",
                "STALE, HIT                                 | HIT",
                "Hit from cloudfront                        | HIT",
                "Miss from cloudfront                       | MISS",
                "RefreshHit from cloudfront                 | MISS",
                "Error from cloudfront                      | UNKNOWN",
                "LambdaGeneratedResponse from cloudfront    | UNKNOWN",
                "TCP_HIT from edge7 (Server/1.2) (-)        | HIT",
                "TCP_MEM_HIT from edge7 (Server/1.2) (-)    | HIT",
                "TCP_IMS_HIT from edge7                     | HIT",
                "TCP_NEGATIVE_HIT from edge7                | HIT",
                "TCP_REMOTE_HIT                             | HIT",
                "TCP_MISS from edge7                        | MISS",
                "TCP_REFRESH_HIT from edge7                 | MISS",
                "TCP_REFRESH_MISS from edge7                | MISS",
                "TCP_EXPIRED_HIT                            | MISS",
                "TCP_REFRESH_FAIL_HIT from edge7            | STALE",
                "TCP_DENIED from edge7                      | UNKNOWN",
                "CONFIG_NOCACHE                             | MISS",
                "PRIVATE_NOSTORE                            | MISS",
                "HIT TCP_REFRESH_HIT dir:1                  | MISS",
                "HIT TCP_MEM_HIT dir:1                      | HIT",
                "MISS from hit                              | MISS",
                "some from hit                              | UNKNOWN",
                "cached                                     | UNKNOWN",
                "N/A                                        | UNKNOWN",
            })
    void xCacheSaysWhichCacheAnswered(String header, CacheVerdict verdict) {
        assertThat(CacheHeaders.verdict(Map.of("x-cache", header))).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "1, HIT",
        "86400, HIT",
        "0100, HIT",
        "99999999999999999999999, HIT",
        "0, UNKNOWN",
        "00, UNKNOWN",
        "-5, UNKNOWN",
        "5s, UNKNOWN",
        "'5, 0', UNKNOWN",
        "'', UNKNOWN",
    })
    void anAgeAloneMeansThatSomebodyKeptIt(String header, CacheVerdict verdict) {
        assertThat(CacheHeaders.verdict(Map.of("age", header))).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "near; fwd=miss | HIT     | HIT  | 5 | MISS",
                "near; hit      | MISS    | MISS | 0 | HIT",
                "near           | DYNAMIC | HIT  | 5 | MISS",
                "               | HIT     | MISS | 0 | HIT",
                "               | NONE    | MISS | 5 | MISS",
                "               |         | MISS | 5 | MISS",
                "               |         | odd  | 5 | HIT",
                "               |         |      | 5 | HIT",
                "               |         |      | 0 | UNKNOWN",
            })
    void theMostSpecificHeaderThatSaysAnythingCounts(
            String cacheStatus, String cloudflare, String xCache, String age, CacheVerdict verdict) {
        Map<String, String> headers = new HashMap<>();
        putIfThere(headers, "cache-status", cacheStatus);
        putIfThere(headers, "cf-cache-status", cloudflare);
        putIfThere(headers, "x-cache", xCache);
        putIfThere(headers, "age", age);
        assertThat(CacheHeaders.verdict(headers)).isEqualTo(verdict);
    }

    @Test
    void namesOfMachinesSayNothing() {
        assertThat(CacheHeaders.verdict(Map.of("x-served-by", "cache-1, cache-hit")))
                .isEqualTo(CacheVerdict.UNKNOWN);
        assertThat(CacheHeaders.verdict(Map.of())).isEqualTo(CacheVerdict.UNKNOWN);
    }

    @Test
    void onlyAHitSparesTheOriginAndWhatWasKeptTellsNothingOfIt() {
        assertThat(CacheVerdict.values()).filteredOn(CacheVerdict::sparedOrigin).containsExactly(CacheVerdict.HIT);
        assertThat(CacheVerdict.values())
                .filteredOn(CacheVerdict::isFromCache)
                .containsExactly(CacheVerdict.HIT, CacheVerdict.STALE);
    }

    private static void putIfThere(Map<String, String> headers, String name, String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }
}

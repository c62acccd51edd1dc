package org.decorum.stage.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.decorum.core.cache.CacheVerdict;
import org.decorum.core.machine.BookingId;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.junit.jupiter.api.Test;

class ReportsTest {

    @Test
    void headersTellWhetherACacheAnswered() {
        assertThat(verdict(Map.of("x-cache", "Hit from cloudfront"))).isEqualTo(CacheVerdict.HIT);
        assertThat(verdict(Map.of("cf-cache-status", "EXPIRED"))).isEqualTo(CacheVerdict.MISS);
        assertThat(verdict(Map.of())).isEqualTo(CacheVerdict.UNKNOWN);
    }

    private static CacheVerdict verdict(Map<String, String> headers) {
        FetchFeedback feedback = FetchFeedback.newBuilder()
                .setRequestId("r")
                .setOriginKey("example.org")
                .setBookingId("1-1")
                .setOutcome(FetchOutcome.FETCHED)
                .setHeaders(headers)
                .build();
        return Reports.event(new BookingId(1, 1), feedback, 0).cache();
    }
}

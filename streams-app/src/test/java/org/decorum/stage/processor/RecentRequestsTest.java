package org.decorum.stage.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decorum.schema.KeyedRequest;
import org.decorum.stage.store.BacklogKey;
import org.junit.jupiter.api.Test;

/** What was released of late is at hand, and takes no more room than it may. */
class RecentRequestsTest {

    private static final String ORIGIN = "shop.example";

    @Test
    void theOldestGoWhereThereIsNoRoom() {
        RecentRequests recent = new RecentRequests(10_000);
        for (int ticket = 0; ticket < 100; ticket++) {
            recent.put(key(ticket), request("https://shop.example/" + ticket, Map.of()));
        }
        assertThat(recent.get(key(0))).isNull();
        assertThat(recent.get(key(99))).isNotNull();
        assertThat(kept(recent)).isBetween(5L, 20L);
    }

    @Test
    void wordsOfThePublisherCountWithWhatHoldsThem() {
        RecentRequests recent = new RecentRequests(100_000);
        Map<String, String> words =
                IntStream.range(0, 256).boxed().collect(Collectors.toMap(String::valueOf, n -> "x"));
        for (int ticket = 0; ticket < 100; ticket++) {
            recent.put(key(ticket), request("https://shop.example/" + ticket, words));
        }
        assertThat(kept(recent)).as("34 KB each").isBetween(1L, 3L);
    }

    @Test
    void oneThatIsLargerThanAllMayTakeIsNotKept() {
        RecentRequests recent = new RecentRequests(10_000);
        recent.put(key(1), request("https://shop.example/" + "x".repeat(20_000), Map.of()));
        assertThat(recent.get(key(1))).isNull();
        recent.put(key(2), request("https://shop.example/2", Map.of()));
        assertThat(recent.get(key(2))).isNotNull();
    }

    @Test
    void whatEndedOrWasPutAgainTakesNoRoom() {
        RecentRequests recent = new RecentRequests(10_000);
        for (int turn = 0; turn < 1_000; turn++) {
            recent.put(key(1), request("https://shop.example/1", Map.of()));
            recent.put(key(2), request("https://shop.example/2", Map.of()));
            recent.remove(key(2));
            recent.remove(key(2));
        }
        assertThat(recent.get(key(1))).isNotNull();
        assertThat(recent.get(key(2))).isNull();
    }

    private static long kept(RecentRequests recent) {
        return IntStream.range(0, 100)
                .filter(ticket -> recent.get(key(ticket)) != null)
                .count();
    }

    private static BacklogKey key(long ticket) {
        return BacklogKey.ofTicket(ORIGIN, ticket);
    }

    private static KeyedRequest request(String url, Map<String, String> metadata) {
        return KeyedRequest.newBuilder()
                .setRequestId("r")
                .setUrl(url)
                .setOriginKey(ORIGIN)
                .setSiteKey(ORIGIN)
                .setReceivedAt(Instant.EPOCH)
                .setMetadata(metadata)
                .build();
    }
}

package org.decorum.stage.cli.bench;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Utils;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.RequestPublisher;

/**
 * The origins that a failover is measured with. Nearly all are held: each has a URL that waits behind a pause, and one
 * that may not start for hours, so that their tasks have state, backlog and timers to take over, and release nothing of
 * it. A few live ones in each task are released several times a second, and show when it works.
 */
final class FailoverOrigins {

    /** Live origins of each task. */
    static final int LIVE = 10;

    private static final long LIVE_INTERVAL_MICROS = 250_000;
    private static final String HELD_DOMAIN = "held.example";

    /** Behind the held ones in the order of a store, so that a task that starts meets them last. */
    private static final String LIVE_NAME = "released-";

    private static final Duration LATER = Duration.ofHours(12);

    private final int shards;
    private final int heldEach;
    private final List<List<String>> live = new ArrayList<>();

    /** @param heldEach held origins of each task, about: their names decide it */
    FailoverOrigins(int shards, int heldEach) {
        this.shards = shards;
        this.heldEach = heldEach;
        for (int shard = 0; shard < shards; shard++) {
            live.add(new ArrayList<>());
        }
        int named = 0;
        while (live.stream().anyMatch(ofShard -> ofShard.size() < LIVE)) {
            String name = LIVE_NAME + named++ + ".example";
            List<String> ofShard = live.get(shardOf(name));
            if (ofShard.size() < LIVE) {
                ofShard.add(name);
            }
        }
    }

    /** As Kafka's producer does. */
    private int shardOf(String originKey) {
        return Utils.toPositive(Utils.murmur2(originKey.getBytes(StandardCharsets.UTF_8))) % shards;
    }

    /** A live origin of a task. */
    String liveOf(int shard) {
        return live.get(shard).get(0);
    }

    long held() {
        return (long) shards * heldEach;
    }

    SortedMap<String, Optional<OriginPolicy>> policies() {
        SortedMap<String, Optional<OriginPolicy>> policies = new TreeMap<>();
        policies.put(
                "*." + HELD_DOMAIN,
                Optional.of(OriginPolicy.newBuilder().setPaused(true).build()));
        live.forEach(ofShard -> ofShard.forEach(name -> policies.put(
                name,
                Optional.of(OriginPolicy.newBuilder()
                        .setIntervalMicros(LIVE_INTERVAL_MICROS)
                        .build()))));
        return policies;
    }

    /** One for later and then one that waits, of each held origin: those that wait can be counted. */
    void publishHeld(RequestPublisher publisher) {
        Instant later = Instant.now().plus(LATER).truncatedTo(ChronoUnit.MICROS);
        for (long i = 0; i < held(); i++) {
            publisher.send(CrawlRequest.newBuilder()
                    .setUrl(url(i) + "later")
                    .setNotBefore(later)
                    .build());
        }
        publisher.flush();
        for (long i = 0; i < held(); i++) {
            publisher.send(CrawlRequest.newBuilder().setUrl(url(i)).build());
        }
        publisher.flush();
    }

    private static String url(long held) {
        return "http://o" + held + "." + HELD_DOMAIN + "/";
    }

    /** Work for so many seconds. */
    void publishLive(RequestPublisher publisher, long fromSecond, long seconds) {
        long perSecond = 1_000_000 / LIVE_INTERVAL_MICROS;
        for (long page = fromSecond * perSecond; page < (fromSecond + seconds) * perSecond; page++) {
            for (List<String> ofShard : live) {
                for (String name : ofShard) {
                    publisher.send(CrawlRequest.newBuilder()
                            .setUrl("http://" + name + "/" + page)
                            .build());
                }
            }
        }
        publisher.flush();
    }
}

package org.decorum.stage.cli.bench;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.decorum.core.ssrf.CidrList;
import org.decorum.fetch.FetchLoop;
import org.decorum.fetch.FetchLoopBuilder;
import org.decorum.fetch.FetchTopics;
import org.decorum.fetch.MissReason;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.fetch.robots.RobotsTxt;
import org.decorum.stage.bench.BenchHost;
import org.decorum.stage.bench.FeedbackDelay;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.FetchGroup;

/** One reference fetcher, so that it owns all origins, and the delay line behind it. */
final class BenchFetchers implements AutoCloseable {

    static final String GROUP = "decorum-bench";
    private static final String LOOPBACK = "127.0.0.0/8,::1/128";
    private static final Duration SETTLED_MAX = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final OkHttpFetcher http;
    private final FetchLoop loop;
    private final Optional<FeedbackDelay> delay;

    private BenchFetchers(OkHttpFetcher http, FetchLoop loop, Optional<FeedbackDelay> delay) {
        this.http = http;
        this.loop = loop;
        this.delay = delay;
    }

    /** Hosts by name, for the fetcher to find; more may come. */
    static final class Hosts {
        private final Map<String, InetSocketAddress> addresses = new ConcurrentHashMap<>();

        void add(String name, BenchHost host) {
            addresses.put(name, host.address());
        }

        private Optional<InetSocketAddress> find(String name) {
            return Optional.ofNullable(addresses.get(name));
        }
    }

    /** The reference fetcher by itself. */
    static OkHttpFetcher http(Hosts hosts) {
        return OkHttpFetcher.builder()
                .userAgent("Decorum-bench")
                .allow(CidrList.parse(LOOPBACK))
                .route(url -> hosts.find(url.host()))
                .build();
    }

    /** Returns when it owns all partitions of the releases. */
    static BenchFetchers start(Map<String, Object> client, Hosts hosts, long delayMillis) throws InterruptedException {
        FetchTopics direct = FetchTopics.DEFAULT;
        String detour = "bench.feedback." + delayMillis;
        Optional<FeedbackDelay> delay = delayMillis == 0
                ? Optional.empty()
                : Optional.of(FeedbackDelay.start(client, detour, direct.feedback(), delayMillis));
        FetchTopics topics = new FetchTopics(
                direct.release(), direct.holds(), delay.isEmpty() ? direct.feedback() : detour, direct.requests());
        OkHttpFetcher http = http(hosts);
        FetchLoop loop =
                settled(client, FetchLoop.builder().topics(topics).fetcher(http).robots(RobotsTxt.readBy(http)));
        return new BenchFetchers(http, loop, delay);
    }

    /** Starts a loop, and returns when it owns all partitions of the releases. */
    static FetchLoop settled(Map<String, Object> client, FetchLoopBuilder builder) {
        FetchLoop loop = builder.kafka(client).group(GROUP).fetcherId("bench").start();
        long deadline = System.nanoTime() + SETTLED_MAX.toNanos();
        try (Admin admin = Admin.create(new HashMap<>(client))) {
            while (!FetchGroup.hasSettled(admin, GROUP, 1, BenchWorld.SHARDS) && System.nanoTime() - deadline < 0) {
                check(loop);
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            }
        }
        return loop;
    }

    /** Releases that came. */
    long given() {
        return loop.counters().read();
    }

    /** Slots that could not be kept so far, by reason. */
    Map<MissReason, Long> missed() {
        Map<MissReason, Long> missed = new EnumMap<>(MissReason.class);
        for (MissReason reason : MissReason.values()) {
            missed.put(reason, loop.counters().missed(reason));
        }
        return missed;
    }

    /** Throws if it has stopped by itself. */
    void check() {
        check(loop);
    }

    static void check(FetchLoop loop) {
        loop.failure().ifPresent(failure -> {
            throw new CliException("a fetcher stopped by itself: " + failure, failure);
        });
    }

    @Override
    public void close() {
        loop.close();
        delay.ifPresent(FeedbackDelay::close);
        http.close();
    }
}

package org.decorum.stage.cli.demo;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongBinaryOperator;
import java.util.function.ToLongFunction;
import okhttp3.HttpUrl;
import org.apache.kafka.clients.admin.Admin;
import org.decorum.core.ssrf.CidrList;
import org.decorum.fetch.FetchCounters;
import org.decorum.fetch.FetchLoop;
import org.decorum.fetch.FetchLoopBuilder;
import org.decorum.fetch.MissReason;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.fetch.http.Route;
import org.decorum.fetch.robots.RobotsTxt;
import org.decorum.stage.cli.FetchGroup;

/** The demo's reference fetchers. */
final class DemoFleet implements AutoCloseable {

    /** What a demo may reach on this machine. */
    static final String LOOPBACK = "127.0.0.0/8,::1/128";

    private static final String GROUP = "decorum-demo";

    private final List<OkHttpFetcher> clients = new ArrayList<>();
    private final List<FetchLoop> loops = new ArrayList<>();

    private final int releasePartitions;

    private DemoFleet(int releasePartitions) {
        this.releasePartitions = releasePartitions;
    }

    /**
     * Starts fetchers.
     *
     * @param inFlightMax requests that each of them has under way at once
     * @param farm where requests go for hosts that are not on loopback; empty for a live crawl
     */
    static DemoFleet start(
            int fetchers,
            int inFlightMax,
            int releasePartitions,
            Map<String, ?> client,
            Optional<InetSocketAddress> farm) {
        DemoFleet fleet = new DemoFleet(releasePartitions);
        for (int i = 1; i <= fetchers; i++) {
            OkHttpFetcher http = farm.map(DemoFleet::local).orElseGet(DemoFleet::live);
            fleet.clients.add(http);
            FetchLoopBuilder loop = FetchLoop.builder()
                    .kafka(client)
                    .group(GROUP)
                    .fetcherId("demo-" + i)
                    .inFlightMax(inFlightMax)
                    .fetcher(http);
            if (farm.isEmpty()) {
                // The farm's hosts allow everything; a real one is asked first.
                loop.robots(RobotsTxt.readBy(http));
            }
            fleet.loops.add(loop.start());
        }
        return fleet;
    }

    /** Whether the fetchers have shared out all partitions of the releases. */
    boolean hasSettled(Admin admin) {
        return FetchGroup.hasSettled(admin, GROUP, loops.size(), releasePartitions);
    }

    /** Why slots were missed, as far as there were any. */
    Map<MissReason, Long> missed() {
        Map<MissReason, Long> missed = new EnumMap<>(MissReason.class);
        for (MissReason reason : MissReason.values()) {
            long count = reduce(counters -> counters.missed(reason), Long::sum);
            if (count > 0) {
                missed.put(reason, count);
            }
        }
        return missed;
    }

    /** Redirects that go on as requests of their own. */
    long redirected() {
        return reduce(FetchCounters::redirected, Long::sum);
    }

    /** The latest start after its slot opened, microseconds. */
    long latenessMicros(double percentile) {
        return reduce(counters -> counters.startLatenessMicros(percentile), Math::max);
    }

    /** Whether a fetcher has stopped by itself, and why. */
    Optional<Throwable> failure() {
        return loops.stream().flatMap(loop -> loop.failure().stream()).findFirst();
    }

    private long reduce(ToLongFunction<FetchCounters> figure, LongBinaryOperator how) {
        return loops.stream()
                .map(FetchLoop::counters)
                .mapToLong(figure)
                .reduce(how)
                .orElse(0);
    }

    private static OkHttpFetcher local(InetSocketAddress farm) {
        return OkHttpFetcher.builder()
                .userAgent("Decorum demo")
                .allow(CidrList.parse(LOOPBACK))
                .route(mapping(farm))
                .build();
    }

    private static OkHttpFetcher live() {
        return OkHttpFetcher.builder()
                .userAgent("Decorum demo (a person tries a crawler stage by hand)")
                .build();
    }

    private static Route mapping(InetSocketAddress farm) {
        Optional<InetSocketAddress> target = Optional.of(farm);
        return url -> isOnLoopback(url) ? Optional.empty() : target;
    }

    /** Whether a URL is fetched from a server of this machine's own, past the farm. */
    static boolean isOnLoopback(String url) {
        HttpUrl parsed = HttpUrl.parse(url);
        return parsed != null && isOnLoopback(parsed);
    }

    private static boolean isOnLoopback(HttpUrl url) {
        String host = url.host();
        return host.equals("localhost") || host.endsWith(".localhost") || host.startsWith("127.") || host.equals("::1");
    }

    @Override
    public void close() {
        loops.parallelStream().forEach(FetchLoop::close);
        clients.forEach(OkHttpFetcher::close);
    }
}

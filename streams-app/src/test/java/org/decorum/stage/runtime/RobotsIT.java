package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.core.rate.Slot;
import org.decorum.core.ssrf.CidrList;
import org.decorum.fetch.FetchLoop;
import org.decorum.fetch.MicroClock;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.fetch.http.Route;
import org.decorum.fetch.robots.RobotsTxt;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.OriginHold;
import org.decorum.schema.RejectReason;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.sim.farm.Budget;
import org.decorum.stage.sim.farm.FloorJudge;
import org.decorum.stage.sim.farm.FloorVerdict;
import org.decorum.stage.topology.TopicNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * robots.txt with everything real: broker, stage, reference fetcher, and hosts whose own logs are the judge. Only the
 * clock by which the fetcher's files age is the test's.
 */
class RobotsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long T = 300_000;
    private static final long REST_MICROS = 500_000;
    private static final long ALLOWANCE_MICROS = 10_000;
    private static final String ALL = "User-agent: *";

    private static final String PLAIN = "plain.example";
    private static final String NEAR = "near.example";
    private static final String FAR = "far.example";
    private static final String BRISK = "brisk.example";
    private static final String CAPPED = "capped.example";
    private static final String OTHERS = "others.example";
    private static final String RESTING = "resting.example";
    private static final String WAVERING = "wavering.example";

    /** Complaints make it slower for a while: at most {@code interval_max_micros} of its policy. */
    private static final String BROKEN = "broken.example";

    private static final String MOVED = "moved.example";
    private static final String ENDLESS = "endless.example";
    private static final String FOREIGN = "foreign.example";
    private static final String STRANGER = "stranger.example";

    /** The pace that a host is entitled to, from what its robots.txt and its policy say. */
    private static final Map<String, Long> PACES = Map.of(
            PLAIN, T,
            NEAR, 600_000L,
            FAR, 1_500_000L,
            BRISK, T,
            CAPPED, 700_000L,
            OTHERS, T,
            RESTING, REST_MICROS,
            WAVERING, 900_000L,
            BROKEN, T,
            MOVED, T);

    @TempDir
    Path directory;

    private final RobotsHosts hosts = new RobotsHosts();
    private final AgingClock clock = new AgingClock();
    private final Set<String> concluded = new HashSet<>();
    private final Map<String, Integer> published = new HashMap<>();
    private LiveKafka kafka;

    @BeforeEach
    void start() {
        kafka = new LiveKafka(directory);
        hosts.file(PLAIN, ALL, "Disallow: /private/")
                .file(NEAR, ALL, "Crawl-delay: 0.6")
                .file(FAR, ALL, "Crawl-delay: 1.5")
                .file(BRISK, ALL, "Crawl-delay: 0.2")
                .file(CAPPED, ALL, "Crawl-delay: 3600")
                .file(OTHERS, ALL, "Disallow: /x/", "User-agent: somebot", "Crawl-delay: 30")
                .file(RESTING, ALL, "Crawl-delay: 0.5")
                .slow(RESTING, 600_000)
                .file(WAVERING, ALL, "Crawl-delay: 0.9")
                .error(BROKEN, 500)
                .moved(FOREIGN, "/robots.txt", "http://" + STRANGER + "/robots.txt");
        hosts.moved(MOVED, "/robots.txt", "/1")
                .moved(MOVED, "/1", "/2")
                .moved(MOVED, "/2", "/3")
                .moved(MOVED, "/3", "/4")
                .moved(MOVED, "/4", "https://www." + MOVED + "/5")
                .fileAt("www." + MOVED, "/5", ALL, "Disallow: /private/");
        hosts.moved(ENDLESS, "/robots.txt", "/1");
        for (int hop = 1; hop <= 6; hop++) {
            hosts.moved(ENDLESS, "/" + hop, "/" + (hop + 1));
        }
        kafka.policy(CAPPED, "{\"crawl_delay_max_micros\": 700000}");
        kafka.policy(RESTING, "{\"crawl_delay\": \"FINISH_TO_START\"}");
        kafka.policy(BROKEN, "{\"retry_after_cap_micros\": 1000000, \"interval_max_micros\": " + 2 * T + "}");
        kafka.flush();
    }

    @AfterEach
    void stop() {
        kafka.close();
        hosts.close();
    }

    @Test
    void whatRobotsTxtSaysHoldsInTheLogsOfTheHosts() {
        try (StageRuntime stage = kafka.stage("a", Map.of(StageConfig.DEFAULT_INTERVAL_MS, T / 1_000));
                CommittedTail<CrawlDecision> decisions = kafka.tail(TopicNames.DECISIONS, CrawlDecision.class);
                CommittedTail<CrawlRejected> rejected = kafka.tail(TopicNames.REJECTED, CrawlRejected.class);
                CommittedTail<CrawlRelease> releases = kafka.tail(TopicNames.RELEASE, CrawlRelease.class);
                CommittedTail<OriginHold> holds = kafka.tail(TopicNames.HOLDS, OriginHold.class);
                OkHttpFetcher http = fetcher();
                FetchLoop loop = loop(http)) {
            PACES.keySet().forEach(host -> publish(host, 4));
            publish(ENDLESS, 1);
            publish(FOREIGN, 1);
            for (String host : List.of(PLAIN, MOVED)) {
                kafka.publish("http://" + host + "/private/1");
                kafka.publish("http://" + host + "/private/2");
            }
            kafka.flush();

            until(decisions, () -> heldBy(holds, BROKEN) >= 3);
            assertThat(hosts.paths(BROKEN)).as("disallowed for now").containsExactly("/robots.txt");
            hosts.file(BROKEN, ALL, "Disallow:");
            clock.age(Duration.ofMinutes(10));
            until(decisions, () -> all(PACES.keySet()));
            until(decisions, () -> next(rejected).size() == 4);
            until(decisions, () -> heldBy(holds, ENDLESS) == 1 && heldBy(holds, FOREIGN) == 1);

            hosts.file(WAVERING, ALL, "Crawl-delay: 0.4");
            clock.age(Duration.ofHours(24));
            publish(WAVERING, 3);
            publish(PLAIN, 2);
            kafka.flush();
            until(decisions, () -> all(List.of(WAVERING, PLAIN)));

            until(decisions, () -> next(releases).size() == booked(decisions));
            assertThat(loop.failure()).isEmpty();
            assertThat(stage.complaints()).isEmpty();
            robotsTxtComesFirstOnceAndAgainWhenItIsOld();
            whatIsDisallowedIsNeverAskedFor(rejected.values());
            eachHostIsPacedByTheLargestDelayInForce(releases.values());
            fromFinishToStartTheEndCounts();
            redirectsTakeASlotEachAndFiveAreFollowed();
            whatCannotBeReadIsLeftAlone(holds.values());
        }
    }

    private void robotsTxtComesFirstOnceAndAgainWhenItIsOld() {
        for (String host : PACES.keySet()) {
            List<RobotsHosts.Line> log = hosts.log(host);
            long reads = host.equals(PLAIN) || host.equals(WAVERING) || host.equals(BROKEN) ? 2 : 1;
            assertThat(log.get(0).isRobotsTxt()).as(host).isTrue();
            assertThat(log.stream().filter(RobotsHosts.Line::isRobotsTxt))
                    .as(host)
                    .hasSize((int) reads);
        }
        assertThat(hosts.paths(BROKEN).subList(0, 2)).containsOnly("/robots.txt");
        assertThat(hosts.paths(PLAIN).get(5)).as("after a day").isEqualTo("/robots.txt");
    }

    private void whatIsDisallowedIsNeverAskedFor(List<CrawlRejected> rejected) {
        assertThat(rejected).extracting(CrawlRejected::getReason).containsOnly(RejectReason.ROBOTS_DISALLOWED);
        assertThat(rejected)
                .extracting(CrawlRejected::getUrl)
                .containsExactlyInAnyOrder(
                        "http://" + PLAIN + "/private/1",
                        "http://" + PLAIN + "/private/2",
                        "http://" + MOVED + "/private/1",
                        "http://" + MOVED + "/private/2");
        assertThat(Stream.of(PLAIN, MOVED, "www." + MOVED).flatMap(host -> hosts.paths(host).stream()))
                .noneMatch(path -> path.startsWith("/private"));
    }

    private void eachHostIsPacedByTheLargestDelayInForce(List<CrawlRelease> releases) {
        PACES.forEach((host, paceMicros) -> {
            FloorVerdict verdict = judge(log(host), paceMicros);
            assertThat(verdict.broken())
                    .as("%s at %d: %s", host, paceMicros, verdict)
                    .isFalse();
            long slowestMicros = host.equals(BROKEN) ? 2 * T : paceMicros;
            assertThat(releases.stream()
                            .filter(release -> release.getSiteKey().equals(host))
                            .reduce((earlier, later) -> later))
                    .as("%s, not slower than it has to be", host)
                    .hasValueSatisfying(
                            last -> assertThat(last.getMinGapMicros()).isBetween(paceMicros, slowestMicros));
        });
    }

    private void fromFinishToStartTheEndCounts() {
        List<RobotsHosts.Line> log = log(RESTING);
        for (int i = 1; i < log.size(); i++) {
            assertThat(log.get(i).arrivedMicros() - log.get(i - 1).answeredMicros())
                    .as("rest before %s", log.get(i))
                    .isGreaterThanOrEqualTo(REST_MICROS - ALLOWANCE_MICROS);
        }
    }

    private void redirectsTakeASlotEachAndFiveAreFollowed() {
        assertThat(log(MOVED).stream().map(RobotsHosts.Line::path).limit(6))
                .containsExactly("/robots.txt", "/1", "/2", "/3", "/4", "/5");
        assertThat(hosts.paths(ENDLESS)).containsExactly("/robots.txt", "/1", "/2", "/3", "/4", "/5");
        assertThat(judge(hosts.log(ENDLESS), T).broken()).isFalse();
    }

    private void whatCannotBeReadIsLeftAlone(List<OriginHold> holds) {
        assertThat(hosts.paths(FOREIGN)).containsExactly("/robots.txt");
        assertThat(hosts.log(STRANGER)).as("gave no slot").isEmpty();
        for (String host : List.of(ENDLESS, FOREIGN)) {
            assertThat(holds)
                    .filteredOn(hold -> hold.getOriginKey().equals(host))
                    .hasSize(1)
                    .allSatisfy(hold -> assertThat(Duration.between(hold.getHeldAt(), hold.getHoldUntil()))
                            .isBetween(Duration.ofSeconds(590), Duration.ofSeconds(601)));
        }
    }

    private static FloorVerdict judge(List<RobotsHosts.Line> log, long paceMicros) {
        long[] starts = log.stream().mapToLong(RobotsHosts.Line::arrivedMicros).toArray();
        return FloorJudge.judge(starts, new Budget(paceMicros, 1, Slot.widthFor(paceMicros)));
    }

    /** All that a site was asked for: www. is the same site. */
    private List<RobotsHosts.Line> log(String host) {
        return Stream.of(host, "www." + host)
                .flatMap(name -> hosts.log(name).stream())
                .sorted(Comparator.comparingLong(RobotsHosts.Line::arrivedMicros))
                .toList();
    }

    private void publish(String host, int pages) {
        int from = published.getOrDefault(host, 0);
        for (int page = from; page < from + pages; page++) {
            kafka.publish(
                    "{\"url\":\"http://" + host + "/" + page + ".html\",\"request_id\":\"" + host + "/" + page + "\"}");
        }
        published.put(host, from + pages);
    }

    private boolean all(Iterable<String> some) {
        for (String host : some) {
            long done =
                    concluded.stream().filter(id -> id.startsWith(host + "/")).count();
            if (done < published.getOrDefault(host, 0)) {
                return false;
            }
        }
        return true;
    }

    private static long heldBy(CommittedTail<OriginHold> holds, String host) {
        return next(holds).stream()
                .filter(hold -> hold.getOriginKey().equals(host))
                .count();
    }

    private static long booked(CommittedTail<CrawlDecision> decisions) {
        return decisions.values().stream()
                .filter(decision -> decision.getKind() == DecisionKind.BOOKED)
                .count();
    }

    private static <R extends SpecificRecord> List<R> next(CommittedTail<R> tail) {
        tail.next();
        return tail.values();
    }

    private void until(CommittedTail<CrawlDecision> decisions, BooleanSupplier condition) {
        Poll.until(
                PATIENCE,
                () -> {
                    decisions.next().stream()
                            .filter(decision -> decision.getKind() == DecisionKind.CONCLUDED)
                            .map(CrawlDecision::getRequestId)
                            .forEach(concluded::add);
                    return condition.getAsBoolean();
                },
                () -> "concluded: " + concluded);
    }

    private OkHttpFetcher fetcher() {
        return OkHttpFetcher.builder()
                .userAgent("ourbot/1.0")
                .allow(CidrList.parse("127.0.0.0/8"))
                .route(Route.allTo(hosts.address()))
                .build();
    }

    private FetchLoop loop(OkHttpFetcher http) {
        return FetchLoop.builder()
                .kafka(kafka.client())
                .fetcher(http)
                .robots(RobotsTxt.readBy(http, clock))
                .fetcherId("fetcher")
                .start();
    }

    /** The system's time, but things age faster. */
    private static final class AgingClock implements MicroClock {

        private volatile long agedMicros;

        void age(Duration by) {
            agedMicros += by.toNanos() / 1_000;
        }

        @Override
        public long nowMicros() {
            return SYSTEM.nowMicros();
        }

        @Override
        public long elapsedMicros() {
            return SYSTEM.elapsedMicros() + agedMicros;
        }

        @Override
        public void parkUntil(long micros) {
            SYSTEM.parkUntil(micros);
        }
    }
}

package org.decorum.stage.sim.farm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.MicroClock;
import org.decorum.fetch.Permit;
import org.decorum.fetch.http.OkHttpFetcher;
import org.decorum.fetch.http.Route;
import org.decorum.schema.CrawlRelease;
import org.junit.jupiter.api.Test;

class OriginFarmTest {

    private static final FarmSettings FAST = FarmSettings.friendly(7).withMedianMicros(0);

    @Test
    void hostsAreToldApartByTheHostHeaderAndEachKeepsItsOwnLog() {
        try (OriginFarm farm = OriginFarm.start(FAST);
                OkHttpFetcher fetcher = fetcher(farm)) {
            fetchAll(
                    fetcher,
                    "http://a.example/1",
                    "https://a.example/2",
                    "https://b.example:8443/",
                    "http://A.EXAMPLE/3");

            assertThat(sizes(farm)).isEqualTo(Map.of("a.example", 3, "b.example:8443", 1));
        }
    }

    @Test
    void arrivalsLieBetweenSendingAndAnswerInTheOrderOfSending() {
        try (OriginFarm farm = OriginFarm.start(FAST);
                OkHttpFetcher fetcher = fetcher(farm)) {
            List<FetchResult> results = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                results.addAll(fetchAll(fetcher, "http://a.example/" + i));
            }
            long[] arrivals = log(farm, "a.example").arrivals();

            assertThat(arrivals).hasSize(20).isSorted();
            for (int i = 0; i < 20; i++) {
                FetchResult.Fetched fetched = (FetchResult.Fetched) results.get(i);
                assertThat(arrivals[i])
                        .isBetween(fetched.startedAtMicros() - 1_000, fetched.finishedAtMicros() + 1_000);
            }
        }
    }

    @Test
    void theSameSeedGrowsTheSameOrigins() {
        assertThat(replies(1)).isEqualTo(replies(1)).isNotEqualTo(replies(2));
    }

    @Test
    void latenciesStayWithinFiveAndFourHundredMilliseconds() {
        List<Long> latencies = new ArrayList<>();
        FarmSettings settings = FarmSettings.friendly(3);
        for (int host = 0; host < 200; host++) {
            VirtualOrigin origin = new VirtualOrigin("h" + host + ".example", settings);
            for (int i = 0; i < 20; i++) {
                latencies.add(origin.answer("/", 0).readyMicros());
            }
        }

        assertThat(latencies).allMatch(micros -> micros >= 5_000 && micros <= 400_000);
        assertThat(latencies.stream().sorted().toList().get(latencies.size() / 2))
                .isBetween(30_000L, 55_000L);
    }

    @Test
    void everyHabitOccursExceptTheStrictOneThatNobodyAskedFor() {
        Map<Habit, Long> habits = habits(FarmSettings.friendly(5));

        assertThat(habits.keySet())
                .containsExactlyInAnyOrder(Habit.STEADY, Habit.SLOW, Habit.LEAKY, Habit.SHAKY, Habit.MOVED);
        assertThat(habits.get(Habit.STEADY)).isBetween(600L, 800L);
    }

    @Test
    void aStrictOriginAnswers429WithRetryAfterWhenAskedTooSoon() {
        FarmSettings settings = FarmSettings.friendly(5).withStrict(1, 1_000_000, 30);
        VirtualOrigin origin = new VirtualOrigin("s.example", settings);

        assertThat(origin.answer("/", 0).head()).startsWith("HTTP/1.1 200");
        assertThat(origin.answer("/", 999_999).head())
                .startsWith("HTTP/1.1 429 Too Many Requests\r\n")
                .contains("\r\nRetry-After: 30\r\n");
        assertThat(origin.answer("/", 1_999_999).head()).startsWith("HTTP/1.1 200");
        assertThat(origin.log().count(429)).isEqualTo(1);
    }

    @Test
    void robotsCarriesTheCrawlDelayThatWasConfigured() throws IOException {
        FarmSettings settings = new FarmSettings(0, 1, 0, 0, 0, 0, 7);
        try (OriginFarm farm = OriginFarm.start(settings);
                Socket socket = connect(farm)) {
            send(socket, request("a.example", "/robots.txt"));

            assertThat(receive(socket)).isEqualTo("User-agent: *\nCrawl-delay: 7\nDisallow:\n");
        }
    }

    @Test
    void requestsThatArriveInPiecesOrTogetherAreAllAnswered() throws IOException {
        try (OriginFarm farm = OriginFarm.start(FAST);
                Socket socket = connect(farm)) {
            String robots = request("a.example", "/robots.txt");
            send(socket, robots.substring(0, 9));
            send(socket, robots.substring(9) + robots + robots.substring(0, 30));
            receive(socket);
            receive(socket);
            send(socket, robots.substring(30));
            receive(socket);

            assertThat(log(farm, "a.example").size()).isEqualTo(3);
        }
    }

    @Test
    void whatIsNoRequestClosesItsConnectionOnly() throws IOException {
        try (OriginFarm farm = OriginFarm.start(FAST);
                Socket rude = connect(farm);
                Socket polite = connect(farm)) {
            send(rude, "hello\r\n\r\n");
            assertThat(rude.getInputStream().read()).isEqualTo(-1);
            send(polite, request("a.example", "/robots.txt"));

            assertThat(receive(polite)).contains("User-agent");
        }
    }

    @Test
    void aSlowOriginDoesNotDelayAnother() {
        try (OriginFarm farm = OriginFarm.start(FarmSettings.friendly(11).withMedianMicros(5_000_000));
                OkHttpFetcher fetcher = fetcher(farm)) {
            String[] urls = IntStream.range(0, 200)
                    .mapToObj(i -> "http://h" + i + ".example/")
                    .toArray(String[]::new);
            List<FetchResult> results = fetchAll(fetcher, urls);

            assertThat(results).allMatch(FetchResult.Fetched.class::isInstance);
            long longestMicros = results.stream()
                    .map(FetchResult.Fetched.class::cast)
                    .mapToLong(fetched -> fetched.finishedAtMicros() - fetched.startedAtMicros())
                    .max()
                    .orElseThrow();
            assertThat(longestMicros)
                    .as("400 ms each; one after the other they would take 80 s")
                    .isLessThan(40_000_000);
        }
    }

    private static Map<Habit, Long> habits(FarmSettings settings) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> new VirtualOrigin("h" + i + ".example", settings).habit())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static List<Reply> replies(long seed) {
        VirtualOrigin origin = new VirtualOrigin("a.example", FarmSettings.friendly(seed));
        return IntStream.range(0, 50).mapToObj(i -> origin.answer("/" + i, i)).toList();
    }

    private static Map<String, Integer> sizes(OriginFarm farm) {
        Map<String, Integer> sizes = new HashMap<>();
        farm.logs().forEach((host, log) -> sizes.put(host, log.size()));
        return sizes;
    }

    private static AccessLog log(OriginFarm farm, String host) {
        return farm.logs().getOrDefault(host, new AccessLog());
    }

    private static OkHttpFetcher fetcher(OriginFarm farm) {
        return OkHttpFetcher.builder().route(Route.allTo(farm.address())).build();
    }

    private static List<FetchResult> fetchAll(OkHttpFetcher fetcher, String... urls) {
        Permit open = () -> new Permit.Go(MicroClock.SYSTEM.nowMicros());
        List<CompletableFuture<FetchResult>> results = new ArrayList<>();
        for (String url : urls) {
            results.add(fetcher.fetch(release(url), open).toCompletableFuture());
        }
        return results.stream()
                .map(result -> result.orTimeout(60, TimeUnit.SECONDS).join())
                .toList();
    }

    private static CrawlRelease release(String url) {
        Instant now = Instant.EPOCH;
        return new CrawlRelease(
                "b", "r", url, "o", "o", 1, 0L, now, now, 0L, 0, 1, "default", now, Map.of(), 5, null, 0);
    }

    private static Socket connect(OriginFarm farm) throws IOException {
        Socket socket = new Socket(farm.address().getAddress(), farm.address().getPort());
        socket.setSoTimeout((int) Duration.ofSeconds(30).toMillis());
        return socket;
    }

    private static String request(String host, String path) {
        return "GET " + path + " HTTP/1.1\r\nAccept: */*\r\nhOsT:  " + host + " \r\n\r\n";
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
        socket.getOutputStream().flush();
    }

    /** One answer's body. */
    private static String receive(Socket socket) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream(), 1);
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed after: " + head);
            }
            head.append((char) next);
        }
        String length = head.toString().replaceFirst("(?s).*Content-Length: (\\d+).*", "$1");
        return new String(in.readNBytes(Integer.parseInt(length)), US_ASCII);
    }
}

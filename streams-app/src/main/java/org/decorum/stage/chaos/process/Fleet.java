package org.decorum.stage.chaos.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.decorum.stage.runtime.Ports;

/** Makes stages and fetchers of one Kafka: each a member with a directory, a port and settings of its own. */
public final class Fleet {

    private static final int STAGE_HEAP_MEGABYTES = 256;
    private static final int FETCHER_HEAP_MEGABYTES = 128;
    private static final Duration ASK_TIME = Duration.ofSeconds(2);
    private static final String FETCHER_IS_UP = "fetching as group";

    private final Children children;
    private final Path directory;
    private final List<String> kafka;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ASK_TIME).build();

    /** @param directory where each member gets a directory of its own */
    public Fleet(Children children, Path directory, String bootstrapServers, String registryUrl) {
        this.children = children;
        this.directory = directory;
        this.kafka = List.of("-b=" + bootstrapServers, "-r=" + registryUrl);
    }

    /** A stage that shares its machine with many; topics must exist. It is ready once Kafka Streams runs. */
    public Stage stage(String name, Map<String, ?> settings) {
        return stage(name, Launch.Claim.FRUGAL, STAGE_HEAP_MEGABYTES, settings);
    }

    /** A stage; topics must exist. It is ready once Kafka Streams runs. */
    public Stage stage(String name, Launch.Claim claim, int heapMegabytes, Map<String, ?> settings) {
        Path data = directory.resolve(name);
        int port = Ports.anyFree();
        List<String> arguments =
                List.of("stage", kafka.get(0), kafka.get(1), "--http-port=" + port, "--data-dir=" + data);
        String url = "http://127.0.0.1:" + port;
        Member member = new Member(
                name,
                data,
                children,
                new Launch(claim, heapMegabytes, arguments).set(settings),
                running -> isReady(url + "/health/ready"));
        return new Stage(member, url);
    }

    /** A reference fetcher that sends every request to a stand-in. It is ready once its loop runs. */
    public Member fetcher(
            String name, String group, InetSocketAddress standIn, List<String> more, Map<String, ?> settings) {
        List<String> arguments = new ArrayList<>(List.of("fetch", kafka.get(0), kafka.get(1), "--group=" + group));
        arguments.add("--stand-in=127.0.0.1:" + standIn.getPort());
        arguments.addAll(more);
        return new Member(
                name,
                directory.resolve(name),
                children,
                new Launch(FETCHER_HEAP_MEGABYTES, arguments).set(settings),
                member -> says(member.log()));
    }

    /** A fetcher that asks nobody, whose starts are measured. It is ready once its loop runs and owns all releases. */
    public Member promptFetcher(String name) {
        return new Member(
                name,
                directory.resolve(name),
                children,
                new Launch(
                        Launch.Claim.FULL,
                        FETCHER_HEAP_MEGABYTES,
                        List.of("bench", "prompt-fetcher", kafka.get(0), kafka.get(1))),
                member -> says(member.log()));
    }

    /**
     * A stage and where it answers.
     *
     * @param url of its health, metrics and views
     */
    public record Stage(Member member, String url) {}

    private boolean isReady(String url) {
        try {
            HttpResponse<Void> answer = http.send(
                    HttpRequest.newBuilder(URI.create(url)).timeout(ASK_TIME).build(), BodyHandlers.discarding());
            return answer.statusCode() == 200;
        } catch (IOException nobodyAnswers) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean says(Path log) {
        try {
            return Files.readString(log).contains(FETCHER_IS_UP);
        } catch (IOException notYet) {
            return false;
        }
    }
}

package org.decorum.stage.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.decorum.core.rate.Micros;
import org.decorum.stage.http.Paths;
import org.decorum.stage.query.OriginView;
import org.jspecify.annotations.Nullable;

/** What a running stage knows of an origin at this moment, in words. */
final class PresentState {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final ObjectMapper json =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final URI stage;

    /**
     * Of one instance.
     *
     * @param stage where it serves HTTP
     * @throws IllegalArgumentException if that is no http URL
     */
    PresentState(String stage) {
        URI uri = URI.create(stage);
        if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
            throw new IllegalArgumentException(stage + " (expected: a URL such as http://127.0.0.1:8080)");
        }
        this.stage = uri;
    }

    /**
     * Lines for a person.
     *
     * @throws IOException if the instance does not answer as a stage does
     */
    String words(String originKey) throws IOException {
        URI uri = stage.resolve(Paths.ORIGINS + URLEncoder.encode(originKey, StandardCharsets.UTF_8));
        HttpResponse<String> response = get(uri);
        if (response.statusCode() == NOT_FOUND) {
            return line("now", "nothing is known at " + stage + " (another instance may own it)");
        }
        if (response.statusCode() != OK) {
            throw new IOException(uri + ": status " + response.statusCode() + " (expected: 200 or 404)");
        }
        return words(json.readValue(response.body(), OriginView.class));
    }

    private HttpResponse<String> get(URI uri) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException | HttpTimeoutException e) {
            throw new IOException(
                    "--stage " + stage + ": nobody answers there (expected: an instance of the stage)", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(uri + ": interrupted", e);
        }
    }

    private static String words(OriginView now) {
        StringBuilder text = new StringBuilder();
        text.append(line("now", now.waiting() + " waiting, " + inFlight(now) + ", epoch " + now.epoch()));
        String next = now.nextStart() == null ? "at once" : now.nextStart();
        text.append(line("pace", "one unit of cost each " + millis(now.intervalMicros()) + ", next start " + next));
        if (now.normalLatencyMicros() != null) {
            String works = String.format(Locale.ROOT, "%.1f", now.parallelism());
            text.append(line(
                    "latency",
                    millis(now.normalLatencyMicros()) + " with nothing of ours waiting there; works on " + works
                            + " at once"));
        }
        if (now.holdUntil() != null) {
            text.append(line("held", "until " + now.holdUntil() + because(now.holdCause())));
        }
        if (now.access() != null) {
            text.append(line("access", now.access()));
        }
        return text.toString();
    }

    private static String because(@Nullable String cause) {
        return cause == null
                ? ""
                : ", since "
                        + switch (cause) {
                            case "retry_after" -> "it asked for that";
                            case "ladder" -> "it said that it is too much";
                            case "robots" -> "its robots.txt cannot be had for now";
                            case "failures" -> "one request after another went wrong";
                            case "probe_failed" -> "the one request after the last hold went wrong";
                            case "inherited" -> "the origin that booked it before knew of a hold";
                            default -> cause;
                        };
    }

    private static String inFlight(OriginView now) {
        return now.inFlight() + " released and not reported yet"
                + (now.inFlightMax() == null ? "" : ", at most " + now.inFlightMax() + " at the origin");
    }

    private static String millis(long micros) {
        return String.format(Locale.ROOT, "%.3f ms", micros / (double) Micros.PER_MILLI);
    }

    private static String line(String name, String value) {
        return String.format(Locale.ROOT, "  %-11s %s%n", name, value);
    }
}

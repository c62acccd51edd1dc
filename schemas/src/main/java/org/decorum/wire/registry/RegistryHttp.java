package org.decorum.wire.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.decorum.wire.text.Excerpt;

/**
 * REST calls with patience: every endpoint in turn, up to three rounds, a pause of 100 ms and then 200 ms between them. An
 * endpoint that cannot be reached, answers 429 or 5xx is passed over; any other answer is the answer.
 */
final class RegistryHttp {

    static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";

    private static final int ROUNDS = 3;
    private static final long PAUSE_MILLIS = 100;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final int TOO_MANY_REQUESTS = 429;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    private final List<RegistryEndpoints.Endpoint> endpoints;

    RegistryHttp(List<RegistryEndpoints.Endpoint> endpoints) {
        this.endpoints = endpoints;
    }

    JsonNode get(String path) {
        return call("GET", path, "");
    }

    JsonNode post(String path, JsonNode body) {
        return call("POST", path, body.toString());
    }

    private JsonNode call(String method, String path, String body) {
        IOException failure = new IOException("no endpoint");
        for (int round = 0; round < ROUNDS; round++) {
            pause(round);
            for (RegistryEndpoints.Endpoint endpoint : endpoints) {
                try {
                    HttpResponse<String> response = send(endpoint, method, path, body);
                    if (isAnswer(response.statusCode())) {
                        return answer(response);
                    }
                    failure = new IOException(
                            response.uri() + ": " + response.statusCode() + ", " + Excerpt.of(response.body()));
                } catch (IOException e) {
                    failure = new IOException(endpoint.base() + ": " + Excerpt.of(e), e);
                }
            }
        }
        throw new RegistryUnavailableException(
                "schema registry: no answer in " + ROUNDS + " rounds, last " + failure.getMessage(), failure);
    }

    private static HttpResponse<String> send(
            RegistryEndpoints.Endpoint endpoint, String method, String path, String body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint.base() + path))
                .timeout(ANSWER_TIMEOUT)
                .header("Accept", MEDIA_TYPE + ", application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", MEDIA_TYPE);
        }
        endpoint.authorization().ifPresent(value -> request.header("Authorization", value));
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static boolean isAnswer(int status) {
        return status < 500 && status != TOO_MANY_REQUESTS;
    }

    private static JsonNode answer(HttpResponse<String> response) {
        int status = response.statusCode();
        JsonNode body;
        try {
            body = JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new RegistryException(
                    status,
                    response.uri() + ": " + status + ", " + Excerpt.of(response.body())
                            + " (expected: JSON of a schema registry)");
        }
        if (status / 100 == 2) {
            return body;
        }
        throw new RegistryException(
                body.path("error_code").asInt(status),
                response.uri() + ": " + status + ", " + body.path("message").asText("no message"));
    }

    private static void pause(int round) {
        if (round == 0) {
            return;
        }
        try {
            Thread.sleep(PAUSE_MILLIS << (round - 1));
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static RegistryUnavailableException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RegistryUnavailableException("schema registry: interrupted while waiting for it", e);
    }
}

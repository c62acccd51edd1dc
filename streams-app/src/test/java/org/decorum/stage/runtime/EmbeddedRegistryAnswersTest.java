package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.decorum.wire.registry.SchemaRegistries;
import org.decorum.wire.registry.SchemaSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statuses, media type and bodies, call by call; the subject {@code s} has the schema "string" as its only version. */
class EmbeddedRegistryAnswersTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static EmbeddedRegistry embedded;

    @BeforeAll
    static void start(@TempDir Path dir) {
        embedded = new EmbeddedRegistry(dir, 0);
        SchemaRegistries.of(embedded.url()).register("s", new SchemaSource(SchemaSource.AVRO, "\"string\""));
    }

    @AfterAll
    static void stop() {
        embedded.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GET  | /                         |                                   | 200 | {}",
                "GET  | /config                   |                                   | 200 | {\"compatibilityLevel\":\"BACKWARD\"}",
                "GET  | /schemas/types            |                                   | 200 | [\"AVRO\"]",
                "GET  | /subjects                 |                                   | 200 | [\"s\"]",
                "GET  | /subjects/s/versions      |                                   | 200 | [1]",
                "GET  | /schemas/ids/1            |                                   | 200 | {\"schema\":\"\\\"string\\\"\"}",
                "GET  | /subjects/s/versions/1    |                                   | 200 | {\"subject\":\"s\",\"version\":1,\"id\":1,\"schema\":\"\\\"string\\\"\"}",
                "POST | /subjects/s/versions      | {\"schema\":\"\\\"string\\\"\"}   | 200 | {\"id\":1}",
                "POST | /subjects/s               | {\"schema\":\"{\\\"type\\\": \\\"string\\\"}\"} | 200 | {\"subject\":\"s\",\"version\":1,\"id\":1,\"schema\":\"\\\"string\\\"\"}",
                "GET  | /subjects/none/versions   |                                   | 404 | 40401",
                "POST | /subjects/none            | {\"schema\":\"\\\"string\\\"\"}   | 404 | 40401",
                "GET  | /subjects/s/versions/2    |                                   | 404 | 40402",
                "GET  | /schemas/ids/2            |                                   | 404 | 40403",
                "GET  | /schemas/ids/x            |                                   | 404 | 40403",
                "POST | /subjects/s               | {\"schema\":\"\\\"int\\\"\"}      | 404 | 40403",
                "POST | /subjects/s/versions      | {\"schema\":\"\\\"int\\\"\"}      | 409 | 409",
                "POST | /subjects/s/versions      | {\"schema\":\"strin\"}            | 422 | 42201",
                "POST | /subjects/s/versions      | {\"schema\":\"\\\"string\\\"\",\"schemaType\":\"JSON\"} | 422 | 42201",
                "POST | /subjects/s/versions      | {}                                | 422 | 42201",
                "POST | /subjects/s/versions      | {                                 | 400 | 400",
                "GET  | /subjects/s/versions/0    |                                   | 422 | 42202",
                "GET  | /subjects/s/versions/last |                                   | 422 | 42202",
                "GET  | /nowhere                  |                                   | 404 | 404",
                "DELETE | /subjects               |                                   | 405 | 405"
            })
    void answersAreThoseOfConfluent(String method, String path, @Nullable String body, int status, String expected)
            throws IOException, InterruptedException {
        HttpResponse<String> response = send(method, path, body == null ? "" : body);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/vnd.schemaregistry.v1+json");
        if (status == 200) {
            assertThat(response.body()).isEqualTo(expected);
        } else {
            assertThat(response.body()).startsWith("{\"error_code\":" + expected + ",\"message\":\"");
        }
    }

    private static HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(embedded.url() + path))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString());
    }
}

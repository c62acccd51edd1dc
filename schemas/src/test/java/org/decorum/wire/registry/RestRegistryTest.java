package org.decorum.wire.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client against scripted answers; against a whole registry it is tested where the embedded one lives. */
class RestRegistryTest {

    private static final SchemaSource SCHEMA = new SchemaSource(SchemaSource.AVRO, "\"string\"");

    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;
    private String url;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void registeringPostsTheSchemaAsText() {
        answers.add(new Answer(200, "{\"id\":42}"));

        assertThat(SchemaRegistries.of(url).register("crawl.holds-value", SCHEMA))
                .isEqualTo(42);
        assertThat(requests)
                .containsExactly("POST /subjects/crawl.holds-value/versions application/vnd.schemaregistry.v1+json - "
                        + "{\"schema\":\"\\\"string\\\"\"}");
    }

    @Test
    void onlyASchemaThatIsNotAvroNamesItsType() {
        answers.add(new Answer(200, "{\"id\":42}"));

        SchemaRegistries.of(url + "/").register("a b/c", new SchemaSource("JSON", "{}"));
        assertThat(requests)
                .containsExactly("POST /subjects/a%20b%2Fc/versions application/vnd.schemaregistry.v1+json - "
                        + "{\"schema\":\"{}\",\"schemaType\":\"JSON\"}");
    }

    @Test
    void aPathInTheUrlIsKept() {
        answers.add(new Answer(200, "[]"));

        assertThat(SchemaRegistries.of(url + "/apis/ccompat/v7").subjects()).isEmpty();
        assertThat(requests).containsExactly("GET /apis/ccompat/v7/subjects null - ");
    }

    @Test
    void credentialsComeFromTheUrlOrFromBesideIt() {
        for (int i = 0; i < 2; i++) {
            answers.add(new Answer(200, "[]"));
        }
        String withUser = url.replace("http://", "http://me:s%40e+cret@");

        SchemaRegistries.of(withUser).subjects();
        SchemaRegistries.of(withUser, "you:other").subjects();

        assertThat(requests)
                .containsExactly(
                        "GET /subjects null Basic " + base64("me:s@e+cret") + " ",
                        "GET /subjects null Basic " + base64("you:other") + " ");
    }

    @Test
    void aTroubledRegistryIsAskedAgain() {
        answers.add(new Answer(503, "busy"));
        answers.add(new Answer(429, ""));
        answers.add(new Answer(200, "{\"schema\":\"\\\"string\\\"\"}"));

        assertThat(SchemaRegistries.of(url).schemaById(7)).contains(SCHEMA);
        assertThat(requests).hasSize(3);
    }

    @Test
    void patienceEnds() {
        for (int i = 0; i < 3; i++) {
            answers.add(new Answer(500, "{\"error_code\":50001,\"message\":\"disk\"}"));
        }
        assertThatThrownBy(() -> SchemaRegistries.of(url).schemaById(7))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("no answer in 3 rounds")
                .hasMessageContaining("/schemas/ids/7: 500")
                .hasMessageContaining("disk");
        assertThat(answers).isEmpty();
    }

    @Test
    void whereOneUrlFailsTheNextIsAsked() throws IOException {
        answers.add(new Answer(200, "[\"s\"]"));

        assertThat(SchemaRegistries.of("http://127.0.0.1:" + closedPort() + "/, " + url)
                        .subjects())
                .containsExactly("s");
    }

    @Test
    void nobodyThereIsUnavailableAndKeepsSecrets() throws IOException {
        String nobody = "http://me:secret@127.0.0.1:" + closedPort();

        assertThatThrownBy(() -> SchemaRegistries.of(nobody).subjects())
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("127.0.0.1")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aRefusalIsNotRepeated() {
        answers.add(new Answer(409, "{\"error_code\":409,\"message\":\"incompatible\"}"));

        assertThatThrownBy(() -> SchemaRegistries.of(url).register("s", SCHEMA))
                .isInstanceOfSatisfying(
                        RegistryException.class, e -> assertThat(e.errorCode()).isEqualTo(409))
                .hasMessageContaining("incompatible");
        assertThat(requests).hasSize(1);
    }

    @Test
    void absenceIsNoErrorButAWrongAddressIs() {
        answers.add(new Answer(404, "{\"error_code\":40403,\"message\":\"Schema 7 not found\"}"));
        answers.add(new Answer(404, "<html>Not here</html>"));
        answers.add(new Answer(404, "{\"error_code\":404,\"message\":\"HTTP 404 Not Found\"}"));
        SchemaRegistry registry = SchemaRegistries.of(url);

        assertThat(registry.schemaById(7)).isEmpty();
        assertThatThrownBy(() -> registry.schemaById(7))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("404, <html>Not here</html> (expected: JSON of a schema registry)");
        assertThatThrownBy(() -> registry.schemaById(7)).isInstanceOf(RegistryException.class);
    }

    @Test
    void aWrongPasswordIsARefusal() {
        answers.add(new Answer(401, "{\"error_code\":401,\"message\":\"Unauthorized\"}"));

        assertThatThrownBy(() -> SchemaRegistries.of(url).subjects())
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("401, Unauthorized");
    }

    @Test
    void anAnswerWithoutWhatWasAskedForIsARefusal() {
        answers.add(new Answer(200, "{}"));

        assertThatThrownBy(() -> SchemaRegistries.of(url).register("s", SCHEMA))
                .isInstanceOf(RegistryException.class)
                .hasMessage("registry: answer without id");
    }

    @Test
    void theTypeOfASchemaIsAvroUnlessSaidOtherwise() {
        answers.add(new Answer(
                200, "{\"subject\":\"s\",\"version\":3,\"id\":9,\"schemaType\":\"PROTOBUF\",\"schema\":\"p\"}"));

        assertThat(SchemaRegistries.of(url).latest("s"))
                .contains(new RegisteredSchema("s", 3, 9, new SchemaSource("PROTOBUF", "p")));
    }

    private void respond(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        requests.add(
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath() + " "
                        + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                        + (authorization == null ? "-" : authorization) + " " + body);
        Answer answer = answers.remove();
        byte[] bytes = answer.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private record Answer(int status, String body) {}
}

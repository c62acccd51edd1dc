package org.decorum.stage.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import org.decorum.wire.registry.LocalRegistry;
import org.decorum.wire.registry.RegistryErrors;
import org.decorum.wire.registry.RegistryException;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A schema registry for one machine: Confluent's REST calls on loopback, over a {@link LocalRegistry} whose file keeps the
 * ids across restarts. No authentication, no deletion, Avro only.
 */
public final class EmbeddedRegistry implements AutoCloseable {

    public static final String FILE_NAME = "schema-registry.json";

    static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";

    private static final String HOST = "127.0.0.1";
    private static final int THREADS_MAX = 8;
    private static final int THREADS_MIN = 2;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Javalin server;

    /** Starts at once. Port 0 takes any free one. */
    public EmbeddedRegistry(Path dir, int port) {
        LocalRegistry registry = LocalRegistry.inFile(dir.resolve(FILE_NAME));
        this.server = Javalin.create(config -> configure(config, new EmbeddedRegistryCalls(registry)));
        server.start(HOST, port);
    }

    /** What {@code schema.registry.url} should say. */
    public String url() {
        return "http://" + HOST + ":" + server.port();
    }

    @Override
    public void close() {
        server.stop();
    }

    private static void configure(JavalinConfig config, EmbeddedRegistryCalls calls) {
        config.startup.showJavalinBanner = false;
        config.http.prefer405over404 = true;
        config.jetty.threadPool = threads();
        config.routes.get("/", context -> answer(context, calls.root()));
        config.routes.get("/config", context -> answer(context, calls.config()));
        config.routes.get("/schemas/types", context -> answer(context, calls.types()));
        config.routes.get("/schemas/ids/{id}", context -> answer(context, calls.schema(context.pathParam("id"))));
        config.routes.get("/subjects", context -> answer(context, calls.subjects()));
        config.routes.post(
                "/subjects/{subject}", context -> answer(context, calls.lookup(subject(context), body(context))));
        config.routes.get("/subjects/{subject}/versions", context -> answer(context, calls.versions(subject(context))));
        config.routes.post(
                "/subjects/{subject}/versions",
                context -> answer(context, calls.register(subject(context), body(context))));
        config.routes.get(
                "/subjects/{subject}/versions/{version}",
                context -> answer(context, calls.version(subject(context), context.pathParam("version"))));
        config.routes.exception(
                RegistryException.class,
                (e, context) -> fail(context, e.httpStatus(), e.errorCode(), String.valueOf(e.getMessage())));
        config.routes.error(404, context -> failUnlessAnswered(context, 404, "HTTP 404 Not Found"));
        config.routes.error(405, context -> failUnlessAnswered(context, 405, "HTTP 405 Method Not Allowed"));
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX, THREADS_MIN);
        threads.setName("schema-registry");
        threads.setDaemon(true);
        return threads;
    }

    private static String subject(Context context) {
        return context.pathParam("subject");
    }

    private static JsonNode body(Context context) {
        try {
            return JSON.readTree(context.bodyAsBytes());
        } catch (IOException e) {
            throw new RegistryException(RegistryErrors.BAD_REQUEST, "body: not JSON (expected: {\"schema\": \"…\"})");
        }
    }

    private static void answer(Context context, JsonNode body) {
        context.contentType(MEDIA_TYPE).result(body.toString());
    }

    private static void fail(Context context, int status, int code, String message) {
        answer(
                context.status(status),
                JSON.createObjectNode().put("error_code", code).put("message", message));
    }

    /** An error handler runs for our own answers of that status, too. */
    private static void failUnlessAnswered(Context context, int status, String message) {
        if (!MEDIA_TYPE.equals(context.res().getContentType())) {
            fail(context, status, status, message);
        }
    }
}

package org.decorum.stage.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decorum.stage.query.OriginLookup;
import org.decorum.stage.query.OriginView;
import org.decorum.stage.runtime.Service;
import org.decorum.stage.runtime.StartupException;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Serves {@link Paths}. Reads only: nothing here changes what the stage does. */
public final class StageServer implements AutoCloseable {
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final int THREADS_MAX = 16;
    private static final int THREADS_MIN = 2;

    private final ObjectMapper json = new ObjectMapper();
    private final Service service;
    private final OriginLookup origins;
    private final PrometheusMeterRegistry registry;
    private final String page;
    private final String host;
    private final Javalin javalin;

    private StageServer(String host, Service service, OriginLookup origins, PrometheusMeterRegistry registry) {
        this.host = host;
        this.service = service;
        this.origins = origins;
        this.registry = registry;
        this.page = page();
        this.javalin = Javalin.create(this::configure);
    }

    /**
     * Starts to serve.
     *
     * @param port 0 takes any free one
     */
    public static StageServer start(
            String host, int port, Service service, OriginLookup origins, PrometheusMeterRegistry registry) {
        StageServer server = new StageServer(host, service, origins, registry);
        try {
            server.javalin.start(host, port);
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw new StartupException(
                    "cannot serve HTTP on " + host + ":" + port + " (" + e.getMessage()
                            + "): choose another port with --http-port, or another address with --http-host",
                    e);
        }
    }

    /** Where a browser on this machine finds the stage. */
    public String url() {
        return "http://" + (host.equals("0.0.0.0") ? "127.0.0.1" : host) + ":" + javalin.port() + Paths.HOME;
    }

    public int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        javalin.stop();
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.jetty.threadPool = new QueuedThreadPool(THREADS_MAX, THREADS_MIN);
        config.routes.get(Paths.HOME, context -> context.html(page));
        config.routes.get(Paths.METRICS, this::metrics);
        config.routes.get(Paths.ORIGINS + "<key>", this::origin);
        config.routes.get(Paths.LIVE, context -> health(context, service.live()));
        config.routes.get(Paths.READY, context -> health(context, service.live() && service.ready()));
    }

    private void metrics(Context context) throws IOException {
        context.contentType(PROMETHEUS_TEXT);
        registry.scrape(context.outputStream(), PROMETHEUS_TEXT);
    }

    private void origin(Context context) throws JsonProcessingException {
        String asked = context.pathParam("key");
        String originKey = origins.originOf(asked);
        String whom = asked.equals(originKey) ? asked : originKey + ", which pays for " + asked + ",";
        Optional<OriginView> found = origins.find(originKey);
        Object body = found.<Object>map(origin -> origin)
                .orElse(Map.of("error", "no state of " + whom + " on this instance"));
        context.status(found.isPresent() ? HttpStatus.OK : HttpStatus.NOT_FOUND)
                .contentType(ContentType.APPLICATION_JSON)
                .result(json.writeValueAsString(body));
    }

    private void health(Context context, boolean healthy) throws JsonProcessingException {
        List<String> reasons = healthy ? List.of() : service.complaints();
        context.status(healthy ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                .contentType(ContentType.APPLICATION_JSON)
                .result(json.writeValueAsString(Map.of("status", healthy ? "up" : "down", "reasons", reasons)));
    }

    private static String page() {
        try (InputStream resource = StageServer.class.getResourceAsStream("index.html")) {
            if (resource == null) {
                throw new IllegalStateException("index.html is missing in the jar");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("index.html cannot be read", e);
        }
    }
}

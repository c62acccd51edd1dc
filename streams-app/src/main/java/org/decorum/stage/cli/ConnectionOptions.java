package org.decorum.stage.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.decorum.stage.runtime.Ports;
import org.decorum.wire.WireConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How a command reaches Kafka and the schema registry. Later wins: defaults, the file of {@code --config}, environment,
 * {@code -D}, the options of their own. Whatever we do not know passes through to the Kafka clients.
 */
public final class ConnectionOptions {
    private static final int PORT_MAX = 65_535;

    public static final String BOOTSTRAP_SERVERS = "bootstrap.servers";
    public static final String SCHEMA_REGISTRY_URL = "schema.registry.url";

    // Named one by one: Kubernetes puts variables such as DECORUM_PORT into every container beside a service "decorum".
    private static final Map<String, String> ENVIRONMENT =
            Map.of("DECORUM_BOOTSTRAP_SERVERS", BOOTSTRAP_SERVERS, "DECORUM_SCHEMA_REGISTRY_URL", SCHEMA_REGISTRY_URL);

    @Option(
            names = {"-b", "--bootstrap-servers"},
            paramLabel = "HOST:PORT",
            description = "Kafka brokers, comma-separated. Default: $$DECORUM_BOOTSTRAP_SERVERS, else 127.0.0.1:"
                    + Ports.BROKER + ".")
    private @Nullable String bootstrapServers;

    @Option(
            names = {"-r", "--schema-registry"},
            paramLabel = "URL",
            description = "Schema registry. Default: $$DECORUM_SCHEMA_REGISTRY_URL, else http://127.0.0.1:"
                    + Ports.REGISTRY + ".")
    private @Nullable String schemaRegistry;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Properties file with settings of the stage and of Kafka's clients (security.protocol, "
                    + "sasl.jaas.config, …). Default: $$DECORUM_CONFIG.")
    private @Nullable Path config;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "One setting, as in the file. May be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    /** All settings that are in force. */
    public Map<String, String> settings() {
        return settings(System.getenv());
    }

    Map<String, String> settings(Map<String, String> environment) {
        Map<String, String> settings = new HashMap<>();
        settings.put(BOOTSTRAP_SERVERS, "127.0.0.1:" + Ports.BROKER);
        settings.put(SCHEMA_REGISTRY_URL, "http://127.0.0.1:" + Ports.REGISTRY);
        @Nullable String fileName = environment.get("DECORUM_CONFIG");
        if (config != null) {
            settings.putAll(read(config));
        } else if (fileName != null && !fileName.isBlank()) {
            settings.putAll(read(Path.of(fileName)));
        }
        ENVIRONMENT.forEach((variable, key) -> {
            String value = environment.getOrDefault(variable, "");
            if (!value.isBlank()) {
                settings.put(key, value);
            }
        });
        settings.putAll(overrides);
        if (bootstrapServers != null) {
            settings.put(BOOTSTRAP_SERVERS, bootstrapServers);
        }
        if (schemaRegistry != null) {
            settings.put(SCHEMA_REGISTRY_URL, schemaRegistry);
        }
        return settings;
    }

    /** Why nobody can be reached with these settings, in one line. */
    Optional<String> problem() {
        Map<String, String> settings;
        try {
            settings = settings();
        } catch (CliException unreadable) {
            return Optional.of(String.valueOf(unreadable.getMessage()));
        }
        for (String server : settings.getOrDefault(BOOTSTRAP_SERVERS, "").split(",", -1)) {
            Integer port = Utils.getPort(server.trim());
            if (port == null || port > PORT_MAX || Utils.getHost(server.trim()) == null) {
                return Optional.of("--bootstrap-servers: " + server + " (expected: HOST:PORT, comma-separated)");
            }
        }
        try {
            var unused = new WireConfig(settings).registry();
            return Optional.empty();
        } catch (IllegalArgumentException | ConfigException invalid) {
            return Optional.of("--schema-registry: " + settings.get(SCHEMA_REGISTRY_URL)
                    + " (expected: http://HOST:PORT, https://HOST:PORT or mock://NAME)");
        }
    }

    public String bootstrapServers() {
        return settings().getOrDefault(BOOTSTRAP_SERVERS, "");
    }

    public String schemaRegistry() {
        return settings().getOrDefault(SCHEMA_REGISTRY_URL, "");
    }

    /** Settings for a Kafka client of a command: those in force over defaults that make a dead broker known soon. */
    public Map<String, Object> clientSettings() {
        Map<String, Object> client = new HashMap<>();
        client.put("default.api.timeout.ms", "15000");
        client.put("request.timeout.ms", "10000");
        client.put("max.block.ms", "15000");
        client.putAll(settings());
        return client;
    }

    private static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw new CliException(file + ": no such file (named by --config or $DECORUM_CONFIG)", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new CliException(file + ": not a properties file: " + e.getMessage(), e);
        }
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
        return settings;
    }
}

package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ConnectionOptionsTest {
    @TempDir
    Path directory;

    @Test
    void withoutAnythingALocalInstallationIsMeant() {
        assertThat(settings(Map.of()))
                .containsEntry("bootstrap.servers", "127.0.0.1:19092")
                .containsEntry("schema.registry.url", "http://127.0.0.1:19081");
    }

    @Test
    void laterSourcesWin() throws Exception {
        String file = Files.writeString(directory.resolve("c.properties"), """
                bootstrap.servers=file:1
                schema.registry.url=http://file
                security.protocol=SSL
                client.id=file
                """).toString();
        assertThat(settings(Map.of(), "--config", file))
                .containsEntry("bootstrap.servers", "file:1")
                .containsEntry("security.protocol", "SSL");
        Map<String, String> environment =
                Map.of("DECORUM_BOOTSTRAP_SERVERS", "env:1", "DECORUM_SCHEMA_REGISTRY_URL", "http://env");
        assertThat(settings(environment, "--config", file))
                .containsEntry("bootstrap.servers", "env:1")
                .containsEntry("schema.registry.url", "http://env")
                .containsEntry("client.id", "file");
        assertThat(settings(
                        environment,
                        "--config",
                        file,
                        "-Dbootstrap.servers=d:1",
                        "-D",
                        "client.id=d",
                        "-r",
                        "http://o"))
                .containsEntry("bootstrap.servers", "d:1")
                .containsEntry("client.id", "d")
                .containsEntry("schema.registry.url", "http://o");
        assertThat(settings(environment, "-Dbootstrap.servers=d:1", "-b", "o:1"))
                .containsEntry("bootstrap.servers", "o:1");
    }

    @Test
    void theFileMayBeNamedByTheEnvironmentAndMustExist() throws Exception {
        Path file = directory.resolve("c.properties");
        Map<String, String> environment = Map.of("DECORUM_CONFIG", file.toString());
        assertThatThrownBy(() -> settings(environment))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("c.properties: no such file");
        Files.writeString(file, "client.id=me");
        assertThat(settings(environment)).containsEntry("client.id", "me");
    }

    @Test
    void variablesThatKubernetesInventsMeanNothing() {
        assertThat(settings(Map.of("DECORUM_PORT", "tcp://10.0.0.1:80", "DECORUM_SERVICE_HOST", "10.0.0.1")))
                .hasSize(2);
    }

    private static Map<String, String> settings(Map<String, String> environment, String... arguments) {
        ConnectionOptions options = new ConnectionOptions();
        CommandLine.populateCommand(options, arguments);
        return options.settings(environment);
    }
}

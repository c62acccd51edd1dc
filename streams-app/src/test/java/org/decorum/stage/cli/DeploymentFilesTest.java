package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.http.Paths;
import org.decorum.stage.runtime.ShutdownRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The deployment files name ports, paths, settings and commands of the code; here they are held against it. */
class DeploymentFilesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String DATA = "/var/lib/decorum";

    private final int httpPort =
            new StageConfig(Map.of("schema.registry.url", "mock://none")).getInt(StageConfig.HTTP_PORT);

    @ParameterizedTest
    @MethodSource("yamlFiles")
    void everyFileIsYaml(Path file) throws IOException {
        assertThat(YAML.readTree(file.toFile()).isObject()).isTrue();
    }

    static Stream<Path> yamlFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String directory : List.of("docker", "k8s")) {
            try (Stream<Path> found = Files.walk(ROOT.resolve(directory))) {
                found.filter(file -> file.toString().matches(".*\\.ya?ml")).forEach(files::add);
            }
        }
        return files.stream();
    }

    @Test
    void probesAskTheStageWhereItAnswers() throws IOException {
        JsonNode container = container();
        assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo(Paths.LIVE);
        assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo(Paths.LIVE);
        assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo(Paths.READY);
        assertThat(container.at("/ports/0/name").asText()).isEqualTo("http");
        assertThat(container.at("/ports/0/containerPort").asInt()).isEqualTo(httpPort);
        JsonNode annotations = statefulSet().at("/spec/template/metadata/annotations");
        assertThat(annotations.path("prometheus.io/port").asInt()).isEqualTo(httpPort);
        assertThat(annotations.path("prometheus.io/path").asText()).isEqualTo(Paths.METRICS);
        assertThat(yaml("k8s/base/service.yaml").at("/spec/ports/0/port").asInt())
                .isEqualTo(httpPort);
        JsonNode scrape = yaml("docker/prometheus/prometheus.yml").at("/scrape_configs/0");
        assertThat(scrape.path("metrics_path").asText()).isEqualTo(Paths.METRICS);
        assertThat(scrape.at("/static_configs/0/targets/0").asText()).isEqualTo("stage:" + httpPort);
    }

    @Test
    void supervisorsWaitLongerThanTheStageNeeds() throws IOException {
        long patience = ShutdownRequest.PATIENCE.toSeconds();
        assertThat(statefulSet()
                        .at("/spec/template/spec/terminationGracePeriodSeconds")
                        .asLong())
                .isGreaterThan(patience);
        assertThat(compose("stage").path("stop_grace_period").asText()).isEqualTo("30s");
        assertThat(patience).isLessThan(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"k8s/base/stage.properties", "k8s/overlays/small/stage.properties"})
    void settingsAreOnesThatTheStageOrKafkaStreamsKnow(String file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(ROOT.resolve(file))) {
            properties.load(reader);
        }
        Map<String, Object> settings = new HashMap<>();
        properties.forEach((key, value) -> settings.put((String) key, value));
        StageConfig config = new StageConfig(settings);
        assertThat(config.getString(StageConfig.HTTP_HOST)).isEqualTo("0.0.0.0");
        assertThat(config.getInt(StageConfig.HTTP_PORT)).isEqualTo(httpPort);
        assertThat(StreamsConfig.configDef().names())
                .containsAll(config.kafkaSettings().keySet());
    }

    @Test
    void everyCommandLineParses() throws Exception {
        List<JsonNode> commands = List.of(
                container().path("args"),
                compose("stage").path("command"),
                new ObjectMapper().readTree(dockerfile("CMD (.*)")));
        for (JsonNode command : commands) {
            List<String> arguments = new ArrayList<>();
            command.forEach(argument -> arguments.add(argument.asText()));
            assertThat(arguments).first().isEqualTo("stage");
            Decorum.commandLine(new Terminal(false, false, false)).parseArgs(arguments.toArray(String[]::new));
        }
        assertThat(dockerfile("ENTRYPOINT (.*)")).endsWith("\"" + Decorum.class.getName() + "\"]");
    }

    @Test
    void dataLiesOnAVolumeAndBelongsToTheUserOfTheImage() throws IOException {
        assertThat(dockerfile("VOLUME (.*)")).isEqualTo(DATA);
        assertThat(dockerfile("ENV DECORUM_DATA=(.*)")).isEqualTo(DATA);
        assertThat(dockerfile("EXPOSE (.*)")).isEqualTo(Integer.toString(httpPort));
        assertThat(compose("stage").at("/volumes/0").asText()).endsWith(":" + DATA);
        JsonNode container = container();
        assertThat(container.at("/env/1/name").asText()).isEqualTo("DECORUM_DATA");
        assertThat(container.at("/env/1/value").asText()).isEqualTo(DATA);
        assertThat(container.at("/volumeMounts/0/mountPath").asText()).isEqualTo(DATA);
        assertThat(container.at("/volumeMounts/0/name").asText())
                .isEqualTo(statefulSet()
                        .at("/spec/volumeClaimTemplates/0/metadata/name")
                        .asText());
        assertThat(dockerfile("useradd .*--uid (\\d+).*"))
                .isEqualTo(statefulSet()
                        .at("/spec/template/spec/securityContext/runAsUser")
                        .asText());
    }

    @Test
    void theEnvironmentOfTheComposedStageIsUnderstood() throws IOException {
        Map<String, String> environment = new HashMap<>();
        compose("stage")
                .path("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));
        assertThat(new ConnectionOptions().settings(environment))
                .containsEntry("bootstrap.servers", "kafka:9092")
                .containsEntry("schema.registry.url", "http://registry:8081");
        assertThat(yaml("docker/compose.yaml")
                        .at("/services/kafka/environment/KAFKA_LISTENERS")
                        .asText())
                .contains("INTERNAL://:9092");
    }

    @Test
    void theComposedKafkaIsTheOneWeBuildAgainst() throws IOException {
        assertThat(compose("kafka").path("image").asText())
                .endsWith("/kafka:" + find(ROOT.resolve("pom.xml"), "<kafka.version>(.*)</kafka.version>"));
    }

    private static JsonNode container() throws IOException {
        return statefulSet().at("/spec/template/spec/containers/0");
    }

    private static JsonNode statefulSet() throws IOException {
        return yaml("k8s/base/statefulset.yaml");
    }

    private static JsonNode compose(String service) throws IOException {
        return yaml("docker/compose.yaml").path("services").path(service);
    }

    private static JsonNode yaml(String file) throws IOException {
        return YAML.readTree(ROOT.resolve(file).toFile());
    }

    private static String dockerfile(String pattern) throws IOException {
        return find(ROOT.resolve("docker/Dockerfile"), pattern);
    }

    private static String find(Path file, String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(file));
        assertThat(matcher.find()).as("%s in %s", pattern, file).isTrue();
        return matcher.group(1);
    }
}

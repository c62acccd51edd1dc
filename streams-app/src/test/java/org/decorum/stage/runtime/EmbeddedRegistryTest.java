package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.decorum.schema.OriginHold;
import org.decorum.wire.AvroDeserializer;
import org.decorum.wire.AvroSerde;
import org.decorum.wire.RecordType;
import org.decorum.wire.Records;
import org.decorum.wire.registry.CompatibilityLevel;
import org.decorum.wire.registry.RegisteredSchema;
import org.decorum.wire.registry.RegistryErrors;
import org.decorum.wire.registry.RegistryException;
import org.decorum.wire.registry.SchemaRegistries;
import org.decorum.wire.registry.SchemaRegistry;
import org.decorum.wire.registry.SchemaSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRegistryTest {

    private static final SchemaSource POINT = point("");
    private static final SchemaSource POINT_WITH_DEFAULT = point(",{\"name\":\"y\",\"type\":\"int\",\"default\":0}");
    private static final SchemaSource POINT_WITHOUT_DEFAULT = point(",{\"name\":\"z\",\"type\":\"int\"}");
    private static final OriginHold HOLD = OriginHold.newBuilder()
            .setOriginKey("a.example")
            .setEpoch(7)
            .setHoldUntil(Instant.parse("2026-03-01T12:00:00Z"))
            .setCause("status 429")
            .setHeldAt(Instant.parse("2026-03-01T11:59:00Z"))
            .build();

    @TempDir
    private Path dir;

    private EmbeddedRegistry embedded;
    private SchemaRegistry client;

    @BeforeEach
    void start() {
        embedded = new EmbeddedRegistry(dir, 0);
        client = SchemaRegistries.of(embedded.url());
    }

    @AfterEach
    void stop() {
        embedded.close();
    }

    @Test
    void theRestClientSeesWhatItRegistered() {
        int first = client.register("points-value", POINT);
        int second = client.register("points-value", POINT_WITH_DEFAULT);

        assertThat(client.register("points-value", POINT)).isEqualTo(first).isNotEqualTo(second);
        assertThat(client.schemaById(first)).contains(POINT);
        assertThat(client.subjects()).containsExactly("points-value");
        assertThat(client.versions("points-value")).containsExactly(1, 2);
        assertThat(client.version("points-value", 1)).contains(new RegisteredSchema("points-value", 1, first, POINT));
        assertThat(client.latest("points-value"))
                .contains(new RegisteredSchema("points-value", 2, second, POINT_WITH_DEFAULT));
        assertThat(client.lookup("points-value", POINT))
                .contains(new RegisteredSchema("points-value", 1, first, POINT));
        assertThat(client.compatibility()).isEqualTo(CompatibilityLevel.BACKWARD);
    }

    @Test
    void theRestClientFindsNothingWhereThereIsNothing() {
        client.register("points-value", POINT);

        assertThat(client.schemaById(99)).isEmpty();
        assertThat(client.latest("nobody")).isEmpty();
        assertThat(client.versions("nobody")).isEmpty();
        assertThat(client.version("points-value", 2)).isEmpty();
        assertThat(client.lookup("points-value", POINT_WITH_DEFAULT)).isEmpty();
        assertThat(client.lookup("nobody", POINT)).isEmpty();
    }

    @Test
    void oneSchemaHasOneIdInEverySubject() {
        int id = client.register("a topic with odd + signs%-value", POINT);

        assertThat(client.register("b-value", POINT)).isEqualTo(id);
        assertThat(client.subjects()).containsExactly("a topic with odd + signs%-value", "b-value");
    }

    @Test
    void anIncompatibleSchemaIsRefusedAndLeavesNoTrace() {
        client.register("points-value", POINT);

        assertThatThrownBy(() -> client.register("points-value", POINT_WITHOUT_DEFAULT))
                .isInstanceOfSatisfying(
                        RegistryException.class,
                        e -> assertThat(e.errorCode()).isEqualTo(RegistryErrors.INCOMPATIBLE_SCHEMA))
                .hasMessageContaining("points-value")
                .hasMessageContaining("READER_FIELD_MISSING_DEFAULT_VALUE")
                .hasMessageContaining("version 1");
        assertThat(client.versions("points-value")).containsExactly(1);
        assertThat(client.register("points-value", POINT_WITH_DEFAULT)).isEqualTo(2);
    }

    @Test
    void idsSurviveARestart() {
        int first = client.register("a-value", POINT);
        int second = client.register("a-value", POINT_WITH_DEFAULT);
        restart();

        assertThat(client.subjects()).containsExactly("a-value");
        assertThat(client.schemaById(first)).contains(POINT);
        assertThat(client.register("a-value", POINT_WITH_DEFAULT)).isEqualTo(second);
        assertThat(client.register("b-value", POINT_WITHOUT_DEFAULT)).isEqualTo(second + 1);
    }

    @Test
    void aDamagedFileIsNamedAndKept() throws IOException {
        embedded.close();
        Path file = dir.resolve(EmbeddedRegistry.FILE_NAME);
        Files.writeString(file, "{\"format\":1,\"schemas\":[],\"subjects\":{\"a\":[1]}}");

        assertThatThrownBy(() -> new EmbeddedRegistry(dir, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("a: versions [1]");
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void recordsTravelWithASchemaFromTheRegistry() {
        byte[] framed;
        try (AvroSerde<OriginHold> serde = AvroSerde.of(OriginHold.class, client)) {
            framed = serde.serializer().serialize("crawl.holds", HOLD);
        }
        restart();
        try (AvroDeserializer<OriginHold> anybody = new AvroDeserializer<>()) {
            anybody.configure(Map.of("schema.registry.url", embedded.url()), false);

            assertThat(anybody.deserialize("crawl.holds", framed)).isEqualTo(HOLD);
        }
        assertThat(client.subjects()).containsExactly("crawl.holds-value");
    }

    @Test
    void everyContractOfOursCanBeRegistered() {
        for (RecordType<?> type : Records.all()) {
            client.register(type.name(), type.source());
            assertThat(client.lookup(type.name(), type.source())).isPresent();
        }
        assertThat(client.subjects()).hasSize(Records.all().size());
    }

    private void restart() {
        embedded.close();
        embedded = new EmbeddedRegistry(dir, 0);
        client = SchemaRegistries.of(embedded.url());
    }

    private static SchemaSource point(String moreFields) {
        return new SchemaSource(
                SchemaSource.AVRO,
                "{\"type\":\"record\",\"name\":\"Point\",\"namespace\":\"org.example\",\"fields\":["
                        + "{\"name\":\"x\",\"type\":\"int\"}" + moreFields + "]}");
    }
}

package org.decorum.wire.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryLedgerTest {

    private static final SchemaSource BARE = record("");
    private static final SchemaSource WITH_DEFAULT = record("{\"name\":\"b\",\"type\":\"int\",\"default\":0}");
    private static final SchemaSource WITHOUT_DEFAULT = record("{\"name\":\"b\",\"type\":\"int\"}");

    private final RegistryLedger ledger = new RegistryLedger(CompatibilityLevel.BACKWARD);

    @Test
    void idsAndVersionsCountFromOneInOrderOfArrival() {
        assertThat(ledger.register("s", BARE)).isEqualTo(new RegisteredSchema("s", 1, 1, BARE));
        assertThat(ledger.register("s", WITH_DEFAULT)).isEqualTo(new RegisteredSchema("s", 2, 2, WITH_DEFAULT));
        assertThat(ledger.register("t", WITH_DEFAULT)).isEqualTo(new RegisteredSchema("t", 1, 2, WITH_DEFAULT));
        assertThat(ledger.latest("s")).contains(new RegisteredSchema("s", 2, 2, WITH_DEFAULT));
        assertThat(ledger.version("s", 0)).isEmpty();
        assertThat(ledger.version("s", 3)).isEmpty();
    }

    @Test
    void layoutOfTheTextMakesNoNewSchema() {
        RegisteredSchema registered = ledger.register("s", BARE);

        assertThat(ledger.register(
                        "s", new SchemaSource("AVRO", "  " + BARE.text().replace(",", " ,\n"))))
                .isEqualTo(registered);
    }

    @Test
    void docsMakeANewVersion() {
        ledger.register("s", BARE);

        assertThat(ledger.register(
                                "s",
                                new SchemaSource("AVRO", BARE.text().replace("{\"type\"", "{\"doc\":\"d\",\"type\"")))
                        .version())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, true, true, true",
        "BACKWARD, false, true, true",
        "FORWARD, true, true, false",
        "FULL, false, true, false",
        "BACKWARD_TRANSITIVE, false, true, true",
        "FORWARD_TRANSITIVE, true, true, false",
        "FULL_TRANSITIVE, false, true, false"
    })
    void aLevelSaysWhatMayFollow(
            CompatibilityLevel level, boolean requiredAdded, boolean optionalAdded, boolean requiredRemoved) {
        assertThat(accepts(level, BARE, WITHOUT_DEFAULT)).isEqualTo(requiredAdded);
        assertThat(accepts(level, BARE, WITH_DEFAULT)).isEqualTo(optionalAdded);
        assertThat(accepts(level, WITHOUT_DEFAULT, BARE)).isEqualTo(requiredRemoved);
    }

    @Test
    void onlyTransitiveLevelsLookBehindTheLatestVersion() {
        // The third cannot read the first, but it can read the second.
        assertThat(accepts(CompatibilityLevel.BACKWARD, BARE, WITH_DEFAULT, WITHOUT_DEFAULT))
                .isTrue();
        assertThat(accepts(CompatibilityLevel.BACKWARD_TRANSITIVE, BARE, WITH_DEFAULT, WITHOUT_DEFAULT))
                .isFalse();
    }

    @Test
    void whatIsNoSchemaIsRefused() {
        for (String text : List.of("", "{", "\"strin\"", "{\"type\":\"record\"}")) {
            assertThatThrownBy(() -> ledger.register("s", new SchemaSource("AVRO", text)))
                    .isInstanceOfSatisfying(
                            RegistryException.class,
                            e -> assertThat(e.errorCode()).isEqualTo(RegistryErrors.INVALID_SCHEMA));
        }
        assertThatThrownBy(() -> ledger.register("s", new SchemaSource("PROTOBUF", BARE.text())))
                .hasMessage("schemaType: PROTOBUF (expected: AVRO)");
        assertThatThrownBy(() -> ledger.register(" ", BARE)).hasMessage("subject: blank (expected: a name)");
        assertThat(ledger.subjects()).isEmpty();
    }

    @Test
    void aLedgerIsRestoredAsItWasKept(@TempDir Path dir) {
        Path file = dir.resolve("deep/registry.json");
        LocalRegistry before = LocalRegistry.inFile(file);
        before.register("s", BARE);
        before.register("s", WITH_DEFAULT);
        before.register("t", WITH_DEFAULT);

        LocalRegistry after = LocalRegistry.inFile(file);

        assertThat(after.subjects()).containsExactly("s", "t");
        assertThat(after.versions("s")).containsExactly(1, 2);
        assertThat(after.latest("t")).contains(new RegisteredSchema("t", 1, 2, WITH_DEFAULT));
        assertThat(after.register("u", WITHOUT_DEFAULT)).isEqualTo(3);
    }

    @Test
    void aRegistrationThatCannotBeKeptDidNotHappen(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("registry.json");
        LocalRegistry registry = LocalRegistry.inFile(file);
        registry.register("s", BARE);
        Files.createDirectories(dir.resolve("registry.json.new/in the way"));

        assertThatThrownBy(() -> registry.register("s", WITH_DEFAULT))
                .isInstanceOfSatisfying(
                        RegistryException.class, e -> assertThat(e.httpStatus()).isEqualTo(500))
                .hasMessageContaining("registry.json");
        assertThat(registry.versions("s")).containsExactly(1);
        assertThat(LocalRegistry.inFile(file).versions("s")).containsExactly(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{ | Unexpected end-of-input", "{\"format\":2} | format: 2 (expected: 1)", "`` | format: 0"})
    void aDamagedFileIsAnErrorThatSaysWhatToDo(String content, String message, @TempDir Path dir) throws IOException {
        Path file = Files.writeString(dir.resolve("registry.json"), content);

        assertThatThrownBy(() -> LocalRegistry.inFile(file))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("put back a copy");
    }

    @Test
    void aVersionWithoutItsSchemaIsNotRestored() {
        assertThatThrownBy(() -> RegistryLedger.restore(CompatibilityLevel.NONE, Map.of(), Map.of("s", List.of(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("s: versions [1] (expected: ids out of [])");
    }

    private static boolean accepts(CompatibilityLevel level, SchemaSource... versions) {
        RegistryLedger fresh = new RegistryLedger(level);
        for (int i = 0; i < versions.length - 1; i++) {
            fresh.register("s", versions[i]);
        }
        try {
            fresh.register("s", versions[versions.length - 1]);
            return true;
        } catch (RegistryException e) {
            assertThat(e.errorCode()).isEqualTo(RegistryErrors.INCOMPATIBLE_SCHEMA);
            return false;
        }
    }

    private static SchemaSource record(String secondField) {
        String first = "{\"name\":\"a\",\"type\":\"string\"}";
        String fields = secondField.isEmpty() ? first : first + "," + secondField;
        return new SchemaSource("AVRO", "{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields + "]}");
    }
}

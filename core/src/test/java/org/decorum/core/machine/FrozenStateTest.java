package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decorum.core.TestTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Today's code reads the origin states of every version that was frozen, and takes each for what it was. A new version is
 * frozen with {@code mvn -pl core test -Dtest=FrozenStateTest#freeze -Ddecorum.fixture.write=true}.
 */
class FrozenStateTest {

    private static final Path FILES = Path.of("src/test/resources/org/decorum/core/machine");

    @ParameterizedTest(name = "version {0}, {1}")
    @MethodSource("frozen")
    void whatWasFrozenIsReadAsWhatItWas(int version, String name, String description, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        OriginState state = OriginState.fromBytes(bytes);
        assertThat((int) bytes[0]).isEqualTo(version);
        assertThat(FrozenStates.describe(state)).isEqualTo(description);
        assertThat(FrozenStates.describe(OriginState.fromBytes(state.toBytes())))
                .as("written by today's release")
                .isEqualTo(description);
    }

    @Test
    void everyVersionThatIsReadIsFrozen() {
        assertThat(versions())
                .allSatisfy(version -> assertThat(FILES.resolve(file(version))).isRegularFile());
    }

    /** What is in a file that exists never changes: a newer release's bytes would hide what the old one wrote. */
    @Test
    @EnabledIfSystemProperty(named = "decorum.fixture.write", matches = "true")
    void freeze() throws IOException {
        Path file = FILES.resolve(file(OriginState.VERSION));
        assertThat(file).as("is frozen already").doesNotExist();
        Files.createDirectories(FILES);
        Files.write(file, FrozenStates.rows());
    }

    static Stream<Arguments> frozen() {
        return versions().stream()
                .filter(version -> Files.exists(FILES.resolve(file(version))))
                .flatMap(version -> TestTable.rows(FrozenStateTest.class, file(version))
                        .map(row -> Arguments.of(Stream.concat(Stream.of(version), Stream.of(row.get()))
                                .toArray())));
    }

    private static List<Integer> versions() {
        return IntStream.rangeClosed(OriginState.OLDEST_VERSION, OriginState.VERSION)
                .boxed()
                .toList();
    }

    private static String file(int version) {
        return "origin-states-v" + version + ".txt";
    }
}

package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of the repository, from the module that the tests run in. */
final class Repository {

    static final String WRITE_PROPERTY = "docs.write";

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String REGENERATE = "mvn -pl streams-app -am test -Dtest='ReferenceDocsTest,WalkTest' -D"
            + WRITE_PROPERTY + "=true -Dsurefire.failIfNoSpecifiedTests=false";

    private Repository() {}

    static Path path(String name) {
        return ROOT.resolve(name);
    }

    static String read(String name) {
        try {
            return Files.readString(path(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails where a generated page is not what the code says; with {@code -Ddocs.write=true} writes it instead. */
    static void checkPage(String name, String expected) throws IOException {
        if (Boolean.getBoolean(WRITE_PROPERTY)) {
            Files.writeString(path(name), expected);
        }
        assertThat(Files.exists(path(name)) ? read(name) : "")
                .as("%s is generated and differs from the code. Write it again with:%n%s%n", name, REGENERATE)
                .isEqualTo(expected);
    }
}

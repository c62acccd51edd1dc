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

    /** Likewise for a part of a page that people write, between {@code <!-- NAME: … -->} and {@code <!-- end NAME -->}. */
    static void checkBlock(String page, String name, String expected) throws IOException {
        if (Boolean.getBoolean(WRITE_PROPERTY)) {
            String text = read(page);
            Files.writeString(
                    path(page), text.replace(begin(text, name) + block(page, name), begin(text, name) + expected));
        }
        assertThat(block(page, name))
                .as(
                        "%s of %s is generated and differs from the code. Write it again with:%n%s%n",
                        name, page, REGENERATE)
                .isEqualTo(expected);
    }

    /** What stands in that place. */
    static String block(String page, String name) {
        String text = read(page);
        String begin = begin(text, name);
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf("<!-- end " + name + " -->", from);
        assertThat(to).as("the end of %s in %s", name, page).isNotNegative();
        return text.substring(from, to);
    }

    private static String begin(String text, String name) {
        int from = text.indexOf("<!-- " + name + ": ");
        assertThat(from).as("a place for %s", name).isNotNegative();
        return text.substring(from, text.indexOf("-->\n", from) + "-->\n".length());
    }
}

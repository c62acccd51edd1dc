package org.decorum.stage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UrlListTest {
    @TempDir
    Path directory;

    @Test
    void blankLinesAndCommentsSayNothingAndFragmentsStay() throws IOException {
        assertThat(urls("# list\n\nhttp://a.example/#top\r\n  http://b.example/  \n \n#http://c.example/\nno url"))
                .containsExactly("http://a.example/#top", "http://b.example/", "no url");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstUrl() throws IOException {
        assertThat(urls("\uFEFFhttp://a.example/\n")).containsExactly("http://a.example/");
    }

    @Test
    void gzipIsToldByItsFirstBytesWhateverTheName() throws IOException {
        Path file = directory.resolve("urls.txt");
        byte[] twoMembers = concat(gzip("http://a.example/\n"), gzip("http://ü.example/\n"));
        Files.write(file, twoMembers);
        try (Stream<String> urls = UrlList.open(file.toString())) {
            assertThat(urls).containsExactly("http://a.example/", "http://ü.example/");
        }
    }

    @Test
    void gzipThatIsCutShortIsNamedAndNotTakenForTheWhole() throws IOException {
        byte[] whole = gzip("http://a.example/\n".repeat(1_000));
        for (int length : new int[] {2, 12, whole.length - 1}) {
            Path file = Files.write(directory.resolve("cut.gz"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> {
                        try (Stream<String> urls = UrlList.open(file.toString())) {
                            urls.forEach(url -> {});
                        }
                    })
                    .isInstanceOf(CliException.class)
                    .hasMessage(file + ": its gzip data is cut short or damaged");
        }
    }

    @Test
    void veryShortInputIsNoGzip() throws IOException {
        assertThat(urls("")).isEmpty();
        assertThat(urls("x")).containsExactly("x");
        assertThat(urls("\u001fx")).hasSize(1);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> UrlList.open(directory.resolve("absent").toString()))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("absent");
    }

    private List<String> urls(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("list"), text);
        try (Stream<String> urls = UrlList.open(file.toString())) {
            return urls.toList();
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}

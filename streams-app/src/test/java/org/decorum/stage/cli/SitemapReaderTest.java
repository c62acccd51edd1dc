package org.decorum.stage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SitemapReaderTest {
    private static final String URLSET = """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
              <url><loc>https://%1$s.example/1?a=1&amp;b=2</loc></url>
              <url><loc>https://%1$s.example/2</loc></url>
            </urlset>
            """;
    private static final String INDEX = """
            <?xml version="1.0" encoding="UTF-8"?>
            <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
              <sitemap><loc>https://www.example/maps/beside.xml</loc></sitemap>
              <sitemap><loc>https://www.example/maps/packed.xml.gz</loc></sitemap>
              <sitemap><loc>https://www.example/maps/index.xml</loc></sitemap>
              <sitemap><loc>https://www.example/maps/far.xml</loc></sitemap>
            </sitemapindex>
            """;

    @TempDir
    Path directory;

    private final List<String> urls = new ArrayList<>();
    private final SitemapReader reader = new SitemapReader(urls::add);

    @Test
    void anIndexLeadsToTheFilesBesideItAndNamesTheOthers() throws IOException {
        write("beside.xml", URLSET.formatted("beside"));
        try (OutputStream file = Files.newOutputStream(directory.resolve("packed.xml.gz"));
                GZIPOutputStream gzip = new GZIPOutputStream(file)) {
            gzip.write(URLSET.formatted("packed").getBytes(UTF_8));
        }
        reader.read(write("index.xml", INDEX));
        assertThat(urls)
                .containsExactly(
                        "https://beside.example/1?a=1&b=2",
                        "https://beside.example/2",
                        "https://packed.example/1?a=1&b=2",
                        "https://packed.example/2");
        assertThat(reader.remote()).containsExactly("https://www.example/maps/far.xml");
    }

    @Test
    void feedsOfBothKindsAreRead() throws IOException {
        reader.read(write("rss.xml", """
                <?xml version="1.0"?>
                <rss version="2.0"><channel><title>t</title><link>https://a.example/</link>
                <item><link>https://a.example/post</link></item></channel></rss>
                """));
        reader.read(write("atom.xml", """
                <?xml version="1.0"?>
                <feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>
                <entry><link href="https://b.example/entry"/></entry></feed>
                """));
        assertThat(urls).contains("https://a.example/post", "https://b.example/entry");
    }

    @Test
    void anIndexFromAStreamOnlyNamesItsEntries() throws IOException {
        reader.read(stream(INDEX), "standard input", URI.create("file:///").toURL());
        assertThat(urls).isEmpty();
        assertThat(reader.remote()).hasSize(4);
    }

    @Test
    void whatIsNeitherSitemapNorFeedIsSaid() throws IOException {
        Path page = write("page.html", "<html><body>hello</body></html>");
        assertThatThrownBy(() -> reader.read(page))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("page.html")
                .hasMessageContaining("neither a sitemap nor");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }
}

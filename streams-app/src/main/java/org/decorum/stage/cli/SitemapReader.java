package org.decorum.stage.cli;

import crawlercommons.sitemaps.AbstractSiteMap;
import crawlercommons.sitemaps.SiteMap;
import crawlercommons.sitemaps.SiteMapIndex;
import crawlercommons.sitemaps.SiteMapParser;
import crawlercommons.sitemaps.UnknownFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The URLs in a sitemap, a sitemap index, or an RSS or Atom feed, plain or gzip. Of an index, the entries whose last path
 * segment is a file beside it are read too; the others are kept as {@link #remote()}.
 */
final class SitemapReader {
    private static final int FILES_MAX = 50_000;
    private static final int FILE_BYTES_MAX = SiteMapParser.MAX_BYTES_ALLOWED;

    private final SiteMapParser parser = new SiteMapParser(false);
    private final Consumer<String> urls;
    private final Set<Path> read = new HashSet<>();
    private final List<String> remote = new ArrayList<>();

    /** @param urls gets each URL, in the order of the files */
    SitemapReader(Consumer<String> urls) {
        this.urls = urls;
    }

    /** Reads a file and those beside it that it names. */
    void read(Path file) throws IOException {
        Path real = file.toRealPath();
        if (!read.add(real)) {
            return;
        }
        if (read.size() > FILES_MAX) {
            throw new CliException(file + ": names more than " + FILES_MAX + " files");
        }
        try (InputStream bytes = Files.newInputStream(real)) {
            AbstractSiteMap map = parse(bytes, file.toString(), real.toUri().toURL());
            if (map instanceof SiteMapIndex index) {
                follow(index, real);
            }
        }
    }

    /** Reads one document that has no place, such as standard input; an index in it cannot be followed. */
    void read(InputStream bytes, String name, URL base) throws IOException {
        if (parse(bytes, name, base) instanceof SiteMapIndex index) {
            index.getSitemaps().forEach(entry -> remote.add(entry.getUrl().toString()));
        }
    }

    /** The entries of indexes that were not read, since no file beside the index has their name. */
    List<String> remote() {
        return List.copyOf(remote);
    }

    private AbstractSiteMap parse(InputStream bytes, String name, URL base) throws IOException {
        byte[] content = InputFile.inflated(bytes, name).readNBytes(FILE_BYTES_MAX + 1);
        if (content.length > FILE_BYTES_MAX) {
            throw new CliException(name + ": larger than a sitemap may be [" + FILE_BYTES_MAX + " bytes]");
        }
        try {
            AbstractSiteMap map = parser.parseSiteMap(content, base);
            if (map instanceof SiteMap leaf) {
                leaf.getSiteMapUrls()
                        .forEach(entry -> urls.accept(entry.getUrl().toString()));
            }
            return map;
        } catch (UnknownFormatException e) {
            throw new CliException(name + ": neither a sitemap nor an RSS or Atom feed: " + e.getMessage(), e);
        }
    }

    private void follow(SiteMapIndex index, Path indexFile) throws IOException {
        for (AbstractSiteMap entry : index.getSitemaps()) {
            String path = entry.getUrl().getPath();
            String name = path.substring(path.lastIndexOf('/') + 1);
            Path beside = indexFile.resolveSibling(name);
            if (!name.isEmpty() && Files.isRegularFile(beside)) {
                read(beside);
            } else {
                remote.add(entry.getUrl().toString());
            }
        }
    }
}

package org.decorum.stage.cli;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.decorum.fetch.robots.RobotsFile;

/** What a robots.txt says to one crawler, in words or as lines of tab-separated values. */
final class RobotsExplanation {

    /** Header of the lines that {@link #tsv} makes. */
    static final String TSV_HEADER = "#input\tverdict\tcrawl_delay_micros";

    /** Of the file itself nothing is known but what it says; sitemaps in it are absolute by rule. */
    private static final String SOMEWHERE = "http://robots.invalid/robots.txt";

    private static final String NONE = "NONE";

    private final RobotsFile file;

    RobotsExplanation(byte[] content, String agent) {
        this.file = RobotsFile.parse(content, SOMEWHERE, agent);
    }

    /** Input, {@code ALLOWED} or {@code DISALLOWED}, crawl delay in microseconds or {@code NONE}. */
    String tsv(String url) {
        return String.join("\t", url.replace("\t", "\\t"), verdict(url), delay());
    }

    /** A paragraph for a person. */
    String words(List<String> urls) {
        StringBuilder text = new StringBuilder();
        line(text, "crawl delay", delay(), file.crawlDelayMicros().isPresent() ? "  (microseconds)" : "");
        file.sitemaps().forEach(sitemap -> line(text, "sitemap", sitemap, ""));
        urls.forEach(url -> line(text, verdict(url).toLowerCase(Locale.ROOT), url, ""));
        return text.toString();
    }

    private String verdict(String url) {
        return file.allows(url) ? "ALLOWED" : "DISALLOWED";
    }

    private String delay() {
        OptionalLong micros = file.crawlDelayMicros();
        return micros.isPresent() ? Long.toString(micros.getAsLong()) : NONE;
    }

    private static void line(StringBuilder text, String name, String value, String more) {
        text.append(String.format(Locale.ROOT, "%-11s  %s%s%n", name, value, more));
    }
}

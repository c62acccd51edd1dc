package org.decorum.fetch.robots;

import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRulesMode;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** What one robots.txt (RFC 9309) says to one crawler. Only the first {@link #BYTES_MAX} bytes of a file count. */
public final class RobotsFile {

    /** 500 KiB, the least that RFC 9309, section 2.5, asks a crawler to read. */
    public static final int BYTES_MAX = 500 << 10;

    /** Where there is no robots.txt, everything is allowed. */
    static final RobotsFile NONE =
            new RobotsFile(new SimpleRobotRules(RobotRulesMode.ALLOW_ALL), OptionalLong.empty(), 0);

    private final SimpleRobotRules rules;
    private final OptionalLong crawlDelayMicros;
    private final int bytes;

    private RobotsFile(SimpleRobotRules rules, OptionalLong crawlDelayMicros, int bytes) {
        this.rules = rules;
        this.crawlDelayMicros = crawlDelayMicros;
        this.bytes = bytes;
    }

    /**
     * Reads a file.
     *
     * @param url where it was, for sitemaps with relative addresses
     * @param userAgent the crawler's User-Agent header, or its product token alone
     */
    public static RobotsFile parse(byte[] content, String url, String userAgent) {
        byte[] read = content.length <= BYTES_MAX ? content : wholeLines(content);
        String token = ProductToken.of(userAgent);
        SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
        // Its own maximum of 300 s would turn a longer delay into "everything is forbidden".
        parser.setMaxCrawlDelay(Long.MAX_VALUE);
        SimpleRobotRules rules = parser.parseContent(url, read, "text/plain", List.of(token.toLowerCase(Locale.ROOT)));
        return new RobotsFile(rules, CrawlDelays.micros(new String(read, StandardCharsets.UTF_8), token), read.length);
    }

    /** Whether a URL of the file's site may be fetched. */
    public boolean allows(String url) {
        return rules.isAllowed(url);
    }

    /** The least time between two requests, microseconds; empty if the file asks for none. */
    public OptionalLong crawlDelayMicros() {
        return crawlDelayMicros;
    }

    /** Sitemaps that the file names. */
    public List<String> sitemaps() {
        return List.copyOf(rules.getSitemaps());
    }

    /** How long the file was, as far as it was read. */
    int bytes() {
        return bytes;
    }

    /** A line that was cut could forbid more than it says. */
    private static byte[] wholeLines(byte[] content) {
        int end = BYTES_MAX;
        while (end > 0 && content[end - 1] != '\n' && content[end - 1] != '\r') {
            end--;
        }
        return Arrays.copyOf(content, end);
    }
}

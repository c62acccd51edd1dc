package org.decorum.stage.sim.farm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An HTTP answer and the time at which it goes out. */
public record Reply(long readyMicros, String head, int fillBytes) {

    public static Reply page(long readyMicros, int status, int bytes) {
        return new Reply(readyMicros, head(status, "text/html", bytes, ""), bytes);
    }

    /** Elsewhere for good. */
    public static Reply moved(long readyMicros, String path) {
        return new Reply(readyMicros, head(301, "text/html", 0, "Location: " + path + "\r\n"), 0);
    }

    /** Asked too often. */
    public static Reply tooMany(long readyMicros, int retryAfterSeconds) {
        return new Reply(readyMicros, head(429, "text/html", 0, "Retry-After: " + retryAfterSeconds + "\r\n"), 0);
    }

    /** Refused for now. */
    public static Reply unavailable(long readyMicros, int retryAfterSeconds) {
        return new Reply(readyMicros, head(503, "text/html", 0, "Retry-After: " + retryAfterSeconds + "\r\n"), 0);
    }

    static Reply robots(long readyMicros, int crawlDelaySeconds) {
        String delay = crawlDelaySeconds > 0 ? "Crawl-delay: " + crawlDelaySeconds + "\n" : "";
        return text(readyMicros, "User-agent: *\n" + delay + "Disallow:\n");
    }

    /** A file of ASCII text. */
    public static Reply text(long readyMicros, String text) {
        return new Reply(readyMicros, head(200, "text/plain", text.length(), "") + text, 0);
    }

    /** Head, then filling. */
    ByteBuffer bytes() {
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(start, start.length + fillBytes);
        Arrays.fill(all, start.length, all.length, (byte) 'x');
        return ByteBuffer.wrap(all);
    }

    private static String head(int status, String type, int bytes, String more) {
        return "HTTP/1.1 " + status + " " + phrase(status) + "\r\nContent-Type: " + type + "\r\nContent-Length: "
                + bytes + "\r\n" + more + "\r\n";
    }

    private static String phrase(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 301 -> "Moved Permanently";
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 429 -> "Too Many Requests";
            case 503 -> "Service Unavailable";
            default -> "Internal Server Error";
        };
    }
}

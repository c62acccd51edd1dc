package org.decorum.core.origin;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Path and query of a URL as a server sees them by the URL Standard: backslashes are slashes, dot segments (also
 * percent-encoded ones) are resolved, the fragment is gone. The path is normalised on first use.
 */
public final class RequestTarget {
    private static final String[] NO_PAIRS = {};

    private final String url;
    private final int from;
    private final int pathEnd;
    private String path = "";

    RequestTarget(String url, int from) {
        this.url = url;
        this.from = from;
        int end = from;
        while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != '#') {
            end++;
        }
        this.pathEnd = end;
    }

    /** The target of an absolute http or https URL; {@code /} for anything else. */
    public static RequestTarget of(String url) {
        return UrlScanner.scan(url) instanceof UrlScan.Found found
                ? new RequestTarget(found.url(), found.pathFrom())
                : new RequestTarget("/", 0);
    }

    /** Starts with a slash; segments stay percent-encoded, so that an encoded slash is no separator. */
    public String path() {
        if (path.isEmpty()) {
            path = normalise();
        }
        return path;
    }

    /** The percent-decoded value of the first query parameter of that name. */
    Optional<String> parameter(String name) {
        for (String pair : pairs()) {
            if (pair.startsWith(name) && pair.startsWith("=", name.length())) {
                return Optional.of(PercentDecoder.decode(pair.substring(name.length() + 1)));
            }
        }
        return Optional.empty();
    }

    /** Whether the query has a parameter of that name, also one without a value. Names are compared as they are written. */
    public boolean hasParameter(String name) {
        for (String pair : pairs()) {
            if (pair.startsWith(name) && (pair.length() == name.length() || pair.charAt(name.length()) == '=')) {
                return true;
            }
        }
        return false;
    }

    private String[] pairs() {
        if (pathEnd == url.length() || url.charAt(pathEnd) != '?') {
            return NO_PAIRS;
        }
        int fragment = url.indexOf('#', pathEnd);
        return url.substring(pathEnd + 1, fragment < 0 ? url.length() : fragment)
                .split("&", -1);
    }

    private String normalise() {
        Deque<String> segments = new ArrayDeque<>();
        int at = from + 1;
        while (at <= pathEnd) {
            int end = at;
            while (end < pathEnd && url.charAt(end) != '/' && url.charAt(end) != '\\') {
                end++;
            }
            String segment = url.substring(at, end);
            String dots = segment.length() <= 6 ? PercentDecoder.decode(segment) : segment;
            boolean last = end == pathEnd;
            if (dots.equals("..")) {
                segments.pollLast();
            }
            if (!dots.equals("..") && !dots.equals(".")) {
                segments.addLast(segment);
            } else if (last) {
                segments.addLast("");
            }
            at = end + 1;
        }
        return "/" + String.join("/", segments);
    }
}

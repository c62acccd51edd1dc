package org.decorum.core.origin;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Path and query of a URL as a server sees them by the URL Standard: backslashes are slashes, dot segments (also
 * percent-encoded ones) are resolved, the fragment is gone. The path is normalised on first use.
 */
final class RequestTarget {
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

    /** Starts with a slash; segments stay percent-encoded, so that an encoded slash is no separator. */
    String path() {
        if (path.isEmpty()) {
            path = normalise();
        }
        return path;
    }

    /** The percent-decoded value of the first query parameter of that name. */
    Optional<String> parameter(String name) {
        if (pathEnd == url.length() || url.charAt(pathEnd) != '?') {
            return Optional.empty();
        }
        int fragment = url.indexOf('#', pathEnd);
        String query = url.substring(pathEnd + 1, fragment < 0 ? url.length() : fragment);
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith(name) && pair.startsWith("=", name.length())) {
                return Optional.of(PercentDecoder.decode(pair.substring(name.length() + 1)));
            }
        }
        return Optional.empty();
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

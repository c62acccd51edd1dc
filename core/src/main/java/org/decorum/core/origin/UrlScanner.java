package org.decorum.core.origin;

/**
 * Finds the parts of an http or https URL as the basic URL parser of the WHATWG URL Standard does without a base: C0
 * controls and spaces trimmed, tabs and newlines dropped anywhere, any number of slashes or backslashes after the scheme,
 * host after the last {@code @}, port checked and forgotten.
 */
final class UrlScanner {

    private static final int PORT_MAX = 65_535;

    /** The replacement character, which no host may contain. */
    private static final int UNREADABLE = 0xfffd;

    private UrlScanner() {}

    static UrlScan scan(String input) {
        String url = withoutNoise(input);
        int colon = schemeEnd(url);
        if (colon < 0) {
            return UrlScan.failed(Rejection.PARSE, "no scheme");
        }
        if (!isHttp(url, colon)) {
            return UrlScan.failed(Rejection.SCHEME, "scheme is not http or https");
        }
        int from = colon + 1;
        while (from < url.length() && isSlash(url.charAt(from))) {
            from++;
        }
        return authority(url, from);
    }

    private static UrlScan authority(String url, int from) {
        int hostFrom = from;
        int end = from;
        for (; end < url.length(); end++) {
            char c = url.charAt(end);
            if (isSlash(c) || c == '?' || c == '#') {
                break;
            }
            if (c == '@') {
                hostFrom = end + 1;
            }
        }
        int hostTo = hostEnd(url, hostFrom, end);
        if (hostTo == hostFrom) {
            return UrlScan.failed(Rejection.PARSE, "empty host");
        }
        if (hostTo < end && !isPort(url, hostTo + 1, end)) {
            return UrlScan.failed(Rejection.PARSE, "port is not a number up to " + PORT_MAX);
        }
        return new UrlScan.Found(url, hostFrom, hostTo, end);
    }

    /** The first colon outside brackets, or the end of the authority. */
    private static int hostEnd(String url, int from, int end) {
        boolean inBrackets = false;
        for (int i = from; i < end; i++) {
            char c = url.charAt(i);
            if (c == '[') {
                inBrackets = true;
            } else if (c == ']') {
                inBrackets = false;
            } else if (c == ':' && !inBrackets) {
                return i;
            }
        }
        return end;
    }

    private static boolean isPort(String url, int from, int to) {
        int port = 0;
        for (int i = from; i < to; i++) {
            char c = url.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            port = Math.min(port * 10 + (c - '0'), PORT_MAX + 1);
        }
        return port <= PORT_MAX;
    }

    private static int schemeEnd(String url) {
        for (int i = 0; i < url.length(); i++) {
            char c = url.charAt(i);
            boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            if (letter || (i > 0 && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'))) {
                continue;
            }
            return c == ':' && i > 0 ? i : -1;
        }
        return -1;
    }

    private static boolean isHttp(String url, int colon) {
        return (colon == 4 || (colon == 5 && (url.charAt(4) | 0x20) == 's'))
                && url.regionMatches(true, 0, "http", 0, 4);
    }

    private static boolean isSlash(char c) {
        return c == '/' || c == '\\';
    }

    private static String withoutNoise(String input) {
        int from = 0;
        int to = input.length();
        while (from < to && input.charAt(from) <= ' ') {
            from++;
        }
        while (to > from && input.charAt(to - 1) <= ' ') {
            to--;
        }
        String url = input.substring(from, to);
        if (url.indexOf('\t') < 0 && url.indexOf('\n') < 0 && url.indexOf('\r') < 0) {
            return url;
        }
        StringBuilder kept = new StringBuilder(url.length());
        url.codePoints()
                .filter(c -> c != '\t' && c != '\n' && c != '\r')
                .map(c -> isLoneSurrogate(c) ? UNREADABLE : c)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    /** Halves of a pair that a dropped character kept apart must not meet. */
    private static boolean isLoneSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}

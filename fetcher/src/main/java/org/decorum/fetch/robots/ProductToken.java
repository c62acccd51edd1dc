package org.decorum.fetch.robots;

/** A crawler's product token (RFC 9309, section 2.2.1): what its User-Agent header begins with, up to its version. */
final class ProductToken {

    private ProductToken() {}

    /** The part of a User-Agent, or of a line of robots.txt, before a slash, white space or a bracket. */
    static String of(String userAgent) {
        String text = userAgent.strip();
        int end = 0;
        while (end < text.length() && "/ \t(;,".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return text.substring(0, end);
    }
}

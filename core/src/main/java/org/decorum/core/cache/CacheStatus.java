package org.decorum.core.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The Cache-Status header of RFC 9211: a list of caches, the one that is nearest to the origin first, each with
 * parameters. {@code hit} says that it answered by itself, {@code fwd} that it asked on and why, {@code collapsed} that
 * it waited for somebody else's answer instead. A {@code hit} whose {@code ttl} is below 0 was old.
 *
 * <p>A header whose quotes do not close says nothing.
 */
final class CacheStatus {

    private CacheStatus() {}

    static CacheVerdict verdict(String header) {
        CacheVerdict verdict = CacheVerdict.UNKNOWN;
        for (String member : split(header, ',')) {
            verdict = verdict.behind(ofCache(member));
        }
        return verdict;
    }

    /** Where a cache says both, the origin may have been asked. */
    private static CacheVerdict ofCache(String member) {
        boolean hit = false;
        boolean forwarded = false;
        boolean collapsed = false;
        boolean old = false;
        List<String> parts = split(member, ';');
        for (String part : parts.subList(Math.min(1, parts.size()), parts.size())) {
            int equals = part.indexOf('=');
            String name =
                    (equals < 0 ? part : part.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
            String value = equals < 0 ? "?1" : part.substring(equals + 1).strip();
            switch (name) {
                case "hit" -> hit = value.equals("?1");
                case "fwd" -> forwarded = true;
                case "collapsed" -> collapsed = value.equals("?1");
                case "ttl" -> old = value.startsWith("-");
                default -> {}
            }
        }
        if (hit && !forwarded) {
            return old ? CacheVerdict.STALE : CacheVerdict.HIT;
        }
        if (collapsed && !hit) {
            return CacheVerdict.HIT;
        }
        return forwarded ? CacheVerdict.MISS : CacheVerdict.UNKNOWN;
    }

    /** At separators outside quotes; nothing at all where a quote stays open. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>(2);
        boolean quoted = false;
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\\' && quoted) {
                at++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(from, at));
                from = at + 1;
            }
        }
        if (quoted) {
            return List.of();
        }
        parts.add(text.substring(from));
        return parts;
    }
}

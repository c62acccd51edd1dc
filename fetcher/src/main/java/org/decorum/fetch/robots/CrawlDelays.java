package org.decorum.fetch.robots;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pace that a robots.txt asks one crawler for, in microseconds, rounded up:
 *
 * <pre>{@code
 * Crawl-delay: s          s seconds, digits[.digits]
 * Request-rate: n/m[s]    m/n seconds; with a time of day it says nothing
 * }</pre>
 *
 * <p>Groups are those of RFC 9309, section 2.2.1: all that name the crawler's product token count, or else all for
 * {@code *}. Of several values the slowest counts. What is no such number counts as nothing, and what is larger than a
 * long is {@link Long#MAX_VALUE}: however long it is, a delay never means that everything is forbidden.
 */
final class CrawlDelays {

    private static final Pattern DELAY = Pattern.compile("([0-9]{1,1000})(\\.[0-9]{0,1000})?");
    private static final Pattern RATE = Pattern.compile("([0-9]{1,18})/([0-9]{1,18})s?");
    private static final BigDecimal MICROS_PER_SECOND = BigDecimal.valueOf(1_000_000);
    private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final String token;
    private boolean named;
    private boolean anybodys;
    private boolean namesEnded;
    private boolean tokenSeen;
    private OptionalLong own = OptionalLong.empty();
    private OptionalLong everybodys = OptionalLong.empty();

    private CrawlDelays(String token) {
        this.token = token;
    }

    /** What a file asks the crawler with a product token for; empty if nothing. */
    static OptionalLong micros(String file, String token) {
        CrawlDelays delays = new CrawlDelays(token.toLowerCase(Locale.ROOT));
        String text = file.startsWith(BYTE_ORDER_MARK) ? file.substring(1) : file;
        text.lines().forEach(delays::take);
        return delays.tokenSeen ? delays.own : delays.everybodys;
    }

    private void take(String line) {
        int comment = line.indexOf('#');
        String rule = comment < 0 ? line : line.substring(0, comment);
        int colon = rule.indexOf(':');
        if (colon < 0) {
            return;
        }
        String value = rule.substring(colon + 1).strip();
        switch (rule.substring(0, colon).strip().toLowerCase(Locale.ROOT)) {
            case "user-agent" -> name(ProductToken.of(value).toLowerCase(Locale.ROOT));
            case "allow", "disallow" -> namesEnded = true;
            case "crawl-delay" -> ask(delay(value));
            case "request-rate" -> ask(rate(value));
            default -> {}
        }
    }

    private void name(String agent) {
        if (namesEnded) {
            named = false;
            anybodys = false;
            namesEnded = false;
        }
        named |= agent.equals(token);
        anybodys |= agent.equals("*");
        tokenSeen |= named;
    }

    private void ask(OptionalLong micros) {
        namesEnded = true;
        if (named) {
            own = slower(own, micros);
        }
        if (anybodys) {
            everybodys = slower(everybodys, micros);
        }
    }

    private static OptionalLong slower(OptionalLong one, OptionalLong other) {
        return one.isEmpty() || (other.isPresent() && other.getAsLong() > one.getAsLong()) ? other : one;
    }

    private static OptionalLong delay(String value) {
        if (!DELAY.matcher(value).matches()) {
            return OptionalLong.empty();
        }
        String number = value.endsWith(".") ? value.substring(0, value.length() - 1) : value;
        return micros(new BigDecimal(number).multiply(MICROS_PER_SECOND));
    }

    private static OptionalLong rate(String value) {
        Matcher rate = RATE.matcher(value);
        if (!rate.matches()) {
            return OptionalLong.empty();
        }
        BigDecimal requests = new BigDecimal(rate.group(1));
        if (requests.signum() == 0) {
            return OptionalLong.empty();
        }
        BigDecimal seconds = new BigDecimal(rate.group(2));
        return micros(seconds.multiply(MICROS_PER_SECOND).divide(requests, 0, RoundingMode.CEILING));
    }

    private static OptionalLong micros(BigDecimal exact) {
        return OptionalLong.of(exact.setScale(0, RoundingMode.CEILING)
                .toBigInteger()
                .min(LONGEST)
                .longValueExact());
    }
}

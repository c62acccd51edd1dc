package org.decorum.core.backoff;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.decorum.core.rate.Micros;

/**
 * An HTTP-date (RFC 9110, section 5.6.7) in any of its three forms:
 *
 * <pre>{@code
 * Sun, 06 Nov 1994 08:49:37 GMT      IMF-fixdate
 * Sunday, 06-Nov-94 08:49:37 GMT     RFC 850, two-digit year
 * Sun Nov  6 08:49:37 1994           asctime, UTC as well
 * }</pre>
 *
 * <p>The grammar is strict, but for letter case, a UTC in the place of GMT and a wrong day of the week, which do not
 * change what is meant. Second 60 is the first of the next minute. A two-digit year is the latest one that is at most
 * fifty years ahead.
 */
public final class HttpDate {

    private static final String DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
    private static final String LONG_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
    private static final String MONTH = "(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    private static final String TIME = "(?<hour>[01][0-9]|2[0-3]):(?<minute>[0-5][0-9]):(?<second>[0-5][0-9]|60)";
    private static final String ZONE = "(?:GMT|UTC)";

    private static final Pattern FIXDATE =
            pattern(DAY + ", (?<day>[0-9]{2}) " + MONTH + " (?<year>[0-9]{4}) " + TIME + " " + ZONE);
    private static final Pattern RFC_850 =
            pattern(LONG_DAY + ", (?<day>[0-9]{2})-" + MONTH + "-(?<year>[0-9]{2}) " + TIME + " " + ZONE);
    private static final Pattern ASCTIME =
            pattern(DAY + " " + MONTH + " (?<day>[0-9]{2}| [0-9]) " + TIME + " (?<year>[0-9]{4})");

    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final int LENGTH_MAX = "Wednesday, 06-Nov-94 08:49:37 GMT".length();
    private static final int YEARS_AHEAD_MAX = 50;
    private static final long SECONDS_PER_DAY = 86_400;

    private HttpDate() {}

    /** Microseconds since the epoch, seen from {@code nowMicros} where the year is short; empty for no HTTP-date. */
    public static OptionalLong parse(String text, long nowMicros) {
        OptionalLong seconds = seconds(text, Math.floorDiv(nowMicros, Micros.PER_SECOND));
        return seconds.isPresent() ? OptionalLong.of(seconds.getAsLong() * Micros.PER_SECOND) : OptionalLong.empty();
    }

    private static OptionalLong seconds(String text, long nowSeconds) {
        if (text.length() > LENGTH_MAX) {
            return OptionalLong.empty();
        }
        for (Pattern form : List.of(FIXDATE, ASCTIME)) {
            Matcher date = form.matcher(text);
            if (date.matches()) {
                return seconds(date, number(date, "year"));
            }
        }
        Matcher date = RFC_850.matcher(text);
        return date.matches() ? secondsOfShortYear(date, nowSeconds) : OptionalLong.empty();
    }

    private static OptionalLong secondsOfShortYear(Matcher date, long nowSeconds) {
        LocalDate today = LocalDate.ofEpochDay(Math.floorDiv(nowSeconds, SECONDS_PER_DAY));
        long latest = today.plusYears(YEARS_AHEAD_MAX).toEpochDay() * SECONDS_PER_DAY
                + Math.floorMod(nowSeconds, SECONDS_PER_DAY);
        int nextCentury = Math.floorDiv(today.getYear(), 100) * 100 + 100;
        for (int century = nextCentury; century >= nextCentury - 200; century -= 100) {
            OptionalLong seconds = seconds(date, century + number(date, "year"));
            if (seconds.isPresent() && seconds.getAsLong() <= latest) {
                return seconds;
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong seconds(Matcher date, int year) {
        int month = 1 + MONTHS.indexOf(date.group("month").toLowerCase(Locale.ROOT));
        try {
            long day = LocalDate.of(year, month, number(date, "day")).toEpochDay();
            long inDay = (number(date, "hour") * 60L + number(date, "minute")) * 60 + number(date, "second");
            return OptionalLong.of(day * SECONDS_PER_DAY + inDay);
        } catch (DateTimeException noSuchDay) {
            return OptionalLong.empty();
        }
    }

    private static int number(Matcher date, String group) {
        return Integer.parseInt(date.group(group).trim());
    }

    private static Pattern pattern(String form) {
        return Pattern.compile(form, Pattern.CASE_INSENSITIVE);
    }
}

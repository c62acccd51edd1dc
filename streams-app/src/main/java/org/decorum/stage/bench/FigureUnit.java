package org.decorum.stage.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The unit that a figure's name tells. */
final class FigureUnit {

    private static final Pattern STATISTIC = Pattern.compile("_(p\\d+|median|mean|min|max|least|most)$");
    private static final Pattern RATE = Pattern.compile("([a-z]+)_per_second$");
    private static final Pattern EACH = Pattern.compile("([a-z]+)_per_([a-z]+)$");
    private static final Pattern RATIO = Pattern.compile("ratio|growth|share|_to_");

    private static final Map<String, String> NAMED = named();

    private FigureUnit() {}

    private static Map<String, String> named() {
        Map<String, String> units = new LinkedHashMap<>();
        units.put("micros", "µs");
        units.put("us", "µs");
        units.put("millis", "ms");
        units.put("ms", "ms");
        units.put("seconds", "s");
        units.put("s", "s");
        units.put("percent", "%");
        units.put("mib", "MiB");
        units.put("bytes", "bytes");
        return units;
    }

    /** Such as {@code µs a URL} for {@code cpu_micros_per_url}; what tells none is counted. */
    static String of(String figure) {
        String name = STATISTIC.matcher(figure).replaceFirst("");
        Matcher rate = RATE.matcher(name);
        if (rate.find()) {
            return noun(rate.group(1)) + "/s";
        }
        Matcher each = EACH.matcher(name);
        if (each.find()) {
            return NAMED.getOrDefault(each.group(1), noun(each.group(1))) + " a " + noun(each.group(2));
        }
        String last = name.substring(name.lastIndexOf('_') + 1);
        if (NAMED.containsKey(last)) {
            return NAMED.get(last);
        }
        if (name.contains("percent_of")) {
            return "%";
        }
        return RATIO.matcher(name).find() ? "ratio" : "count";
    }

    private static String noun(String word) {
        return switch (word) {
            case "url" -> "URL";
            case "urls" -> "URLs";
            default -> word;
        };
    }
}

package org.decorum.stage.cli.policy;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.decorum.schema.CostRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A cost rule as people write it: its conditions with commas, an equals sign, its cost: {@code path:/find*,query:q=4}. */
final class CostRuleOption implements ITypeConverter<CostRule> {

    private static final Pattern WRITTEN = Pattern.compile("(.+)=(\\d{1,9})");
    private static final Pattern BETWEEN = Pattern.compile(",(?=(?:kind|path|query|content-type):)");

    @Override
    public CostRule convert(String text) {
        Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            throw notUnderstood(text);
        }
        CostRule rule = new CostRule();
        rule.setCost(Integer.parseInt(written.group(2)));
        for (String condition : BETWEEN.split(written.group(1))) {
            String value = condition.substring(condition.indexOf(':') + 1);
            if (condition.startsWith("kind:")) {
                rule.setKind(value);
            } else if (condition.startsWith("path:")) {
                rule.setPath(value);
            } else if (condition.startsWith("query:")) {
                rule.setQuery(value);
            } else if (condition.startsWith("content-type:")) {
                rule.setContentType(value);
            } else {
                throw notUnderstood(text);
            }
        }
        return rule;
    }

    /** What {@link #convert} would read. */
    static String written(CostRule rule) {
        StringBuilder words = new StringBuilder();
        condition(words, "kind:", rule.getKind());
        condition(words, "path:", rule.getPath());
        condition(words, "query:", rule.getQuery());
        condition(words, "content-type:", rule.getContentType());
        return words.append('=').append(rule.getCost()).toString();
    }

    private static void condition(StringBuilder words, String name, @Nullable String value) {
        if (value != null) {
            words.append(words.isEmpty() ? "" : ",").append(name).append(value);
        }
    }

    private static TypeConversionException notUnderstood(String text) {
        return new TypeConversionException("'" + text
                + "' is no cost rule (expected: kind:search=4, path:/find*=4, query:q=4, content-type:image/*=1, or"
                + " several conditions with commas: path:/find*,query:q=4)");
    }
}

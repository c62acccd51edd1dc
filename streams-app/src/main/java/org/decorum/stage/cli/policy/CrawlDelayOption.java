package org.decorum.stage.cli.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.decorum.schema.CrawlDelayRule;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How a Crawl-delay counts, as people write it: {@code start-to-start}. */
final class CrawlDelayOption implements ITypeConverter<CrawlDelayRule> {

    @Override
    public CrawlDelayRule convert(String text) {
        for (CrawlDelayRule rule : CrawlDelayRule.values()) {
            if (written(rule).equals(text)) {
                return rule;
            }
        }
        List<String> all = Arrays.stream(CrawlDelayRule.values())
                .map(CrawlDelayOption::written)
                .toList();
        throw new TypeConversionException("'" + text + "' (expected: one of " + String.join(", ", all) + ")");
    }

    static String written(CrawlDelayRule rule) {
        return rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

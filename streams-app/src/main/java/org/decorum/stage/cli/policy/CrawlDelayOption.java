package org.decorum.stage.cli.policy;

import org.decorum.schema.CrawlDelayRule;
import picocli.CommandLine.ITypeConverter;

/** How a Crawl-delay counts, as people write it: {@code start-to-start}. */
final class CrawlDelayOption implements ITypeConverter<CrawlDelayRule> {

    @Override
    public CrawlDelayRule convert(String text) {
        return Words.read(CrawlDelayRule.values(), text);
    }
}

package org.decorum.stage.processor;

import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.decorum.schema.OriginAlias;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.wire.Decoded;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts aliases in force on this instance. The newest record of a host is the one that counts, also when it is not usable:
 * earlier ones are gone once the topic is compacted, and an instance that started before would know more than others.
 */
public final class ReadAliases extends ContextualProcessor<String, byte[], Void, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(ReadAliases.class);

    private final AliasReader reader;
    private final AliasBook aliases;
    private final StageMeters meters;

    public ReadAliases(AliasReader reader, AliasBook aliases, StageMeters meters) {
        this.reader = reader;
        this.aliases = aliases;
        this.meters = meters;
    }

    /** For a book whose complaints go to the log. */
    public static void log(AliasBook.Refusal refusal) {
        LOG.warn("The alias of {} has no effect: {}", refusal.key(), refusal.detail());
    }

    @Override
    public void process(Record<String, byte[]> record) {
        if (record.key() == null) {
            LOG.warn("An alias without a key is ignored (expected: the host)");
            return;
        }
        if (record.value() == null) {
            aliases.remove(record.key());
            meters.aliasChanged();
            return;
        }
        Decoded<OriginAlias> read = reader.read(record.key(), record.value());
        AliasBook.Source source = context()
                .recordMetadata()
                .map(at -> new AliasBook.Source(at.partition(), at.offset(), record.value()))
                .orElseThrow();
        aliases.put(record.key(), new AliasBook.Row(read, record.timestamp(), source));
        if (read.isOk()) {
            meters.aliasChanged();
        }
    }
}

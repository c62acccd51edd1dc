package org.decorum.stage.cli.alias;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.decorum.core.origin.AliasMap;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginAlias;
import org.decorum.stage.cli.table.TopicTable;
import org.decorum.stage.processor.AliasBook;
import org.decorum.stage.processor.AliasReader;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.Decoded;
import org.decorum.wire.WireConfig;
import org.decorum.wire.input.AliasDecoder;
import org.jspecify.annotations.Nullable;

/** What is on {@code crawl.aliases}, as the stage sees it. */
final class AliasTable {

    private final TopicTable<OriginAlias> topic;
    private final AliasReader reader;
    private final AliasBook book;

    /** @param complaints is told of each record without effect */
    AliasTable(Map<String, Object> clientSettings, OriginKeyer keyer, Consumer<AliasBook.Refusal> complaints) {
        this.topic = new TopicTable<>(TopicNames.ALIASES, clientSettings);
        this.reader = new AliasReader(keyer, new AliasDecoder(new WireConfig(clientSettings).registry()));
        this.book = new AliasBook(complaints);
        topic.read(this::take);
        book.map();
    }

    AliasBook book() {
        return book;
    }

    /** When a record would have to be written so that it comes after all others. */
    long nextMillis(Instant now) {
        return book.rows().values().stream()
                .mapToLong(row -> row.timestampMillis() + 1)
                .reduce(now.toEpochMilli(), Math::max);
    }

    /** What would be in force after some changes, of which an empty one deletes. */
    AliasMap after(SortedMap<String, Optional<OriginAlias>> changes, long timestampMillis) {
        List<AliasMap.Entry> entries = new ArrayList<>();
        SortedMap<String, AliasBook.Row> rows = new TreeMap<>(book.rows());
        rows.keySet().removeAll(changes.keySet());
        rows.forEach((key, row) -> {
            if (row.read() instanceof Decoded.Ok<OriginAlias> ok) {
                entries.add(new AliasMap.Entry(key, ok.value().getOriginKey(), row.timestampMillis()));
            }
        });
        changes.forEach((key, change) ->
                change.ifPresent(alias -> entries.add(new AliasMap.Entry(key, alias.getOriginKey(), timestampMillis))));
        return AliasMap.of(entries);
    }

    void write(SortedMap<String, Optional<OriginAlias>> changes, long timestampMillis) {
        topic.write(changes, timestampMillis);
    }

    private void take(ConsumerRecord<String, byte[]> found) {
        byte @Nullable [] value = found.value();
        if (found.key() == null) {
            return; // no broker takes it, and the stage ignores it
        }
        if (value == null) {
            book.remove(found.key());
        } else {
            AliasBook.Source source = new AliasBook.Source(found.partition(), found.offset(), value);
            book.put(found.key(), new AliasBook.Row(reader.read(found.key(), value), found.timestamp(), source));
        }
    }
}

package org.decorum.wire;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.AcceptedRecord;
import org.decorum.schema.AlertKind;
import org.decorum.schema.BacklogFullRule;
import org.decorum.schema.CostRule;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlDelayRule;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.FailReason;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.MissReason;
import org.decorum.schema.OriginAlias;
import org.decorum.schema.OriginHold;
import org.decorum.schema.OriginMessage;
import org.decorum.schema.OriginMessageKind;
import org.decorum.schema.OriginPolicy;
import org.decorum.schema.RejectReason;

/** The catalogue of our contracts: every record that may travel, by class and by schema name. */
public final class Records {

    private static final List<RecordType<?>> ALL = List.of(
            RecordType.of(AcceptedRecord.class, AcceptedRecord::new),
            RecordType.of(CrawlAlert.class, CrawlAlert::new),
            RecordType.of(CrawlDecision.class, CrawlDecision::new),
            RecordType.of(CrawlRejected.class, CrawlRejected::new),
            RecordType.of(CrawlRelease.class, CrawlRelease::new),
            RecordType.of(CrawlRequest.class, CrawlRequest::new),
            RecordType.of(FetchFeedback.class, FetchFeedback::new),
            RecordType.of(KeyedRequest.class, KeyedRequest::new),
            RecordType.of(OriginAlias.class, OriginAlias::new),
            RecordType.of(OriginHold.class, OriginHold::new),
            RecordType.of(OriginMessage.class, OriginMessage::new),
            RecordType.of(OriginPolicy.class, OriginPolicy::new));

    private static final Map<Class<?>, RecordType<?>> BY_CLASS = index(RecordType::recordClass);
    private static final Map<String, RecordType<?>> BY_NAME = index(RecordType::name);

    private Records() {}

    public static Collection<RecordType<?>> all() {
        return ALL;
    }

    /** The contract of a generated class; any other class is a mistake of the caller. */
    public static <T extends SpecificRecord> RecordType<T> of(Class<T> recordClass) {
        RecordType<?> type = BY_CLASS.get(recordClass);
        if (type == null) {
            throw new IllegalArgumentException("record class: " + recordClass.getName() + " (expected: one of "
                    + new TreeSet<>(BY_NAME.keySet()) + ")");
        }
        @SuppressWarnings("unchecked") // BY_CLASS maps each class to the type made from it
        RecordType<T> found = (RecordType<T>) type;
        return found;
    }

    /** The contract that carries this full schema name. */
    public static Optional<RecordType<?>> named(String schemaName) {
        return Optional.ofNullable(BY_NAME.get(schemaName));
    }

    /**
     * Makes the whole of the generated code work in this process, copying builders and {@code fromByteBuffer} included. Reading
     * or writing anything through this package does it too.
     */
    public static void trustGeneratedCode() {
        RecordModel.instance();
    }

    /** An empty record of a generated class, also one that only stands inside others. */
    public static SpecificRecord make(Schema recordSchema) {
        return (SpecificRecord) RecordModel.instance().newRecord(null, recordSchema);
    }

    /** The constant of a generated enum. */
    public static Object symbol(Schema enumSchema, String symbol) {
        return RecordModel.instance().createEnum(symbol, enumSchema);
    }

    /** Every generated class that a schema of ours may name: the records, and the records and enums in them. */
    static Stream<Class<?>> classes() {
        return Stream.concat(
                BY_CLASS.keySet().stream(),
                Stream.of(
                        AlertKind.class,
                        CostRule.class,
                        BacklogFullRule.class,
                        CrawlDelayRule.class,
                        DecisionKind.class,
                        FetchOutcome.class,
                        FailReason.class,
                        MissReason.class,
                        OriginMessageKind.class,
                        RejectReason.class));
    }

    private static <K> Map<K, RecordType<?>> index(Function<RecordType<?>, K> key) {
        return ALL.stream().collect(Collectors.toUnmodifiableMap(key, Function.identity()));
    }
}

package org.decorum.wire;

/** Under which subject the registry keeps a schema. */
@FunctionalInterface
public interface SubjectNaming {

    /** {@code <topic>-value} and {@code <topic>-key}: Confluent's default, one contract a topic. */
    SubjectNaming TOPIC = (topic, part, type) -> topic + part.suffix();

    /** Full name of the record: one subject however many topics, e.g. for state stores and changelogs. */
    SubjectNaming RECORD = (topic, part, type) -> type.name();

    String subject(String topic, Part part, RecordType<?> type);

    /** The half of a Kafka record that carries the data. */
    enum Part {
        KEY("-key"),
        VALUE("-value");

        private final String suffix;

        Part(String suffix) {
            this.suffix = suffix;
        }

        String suffix() {
            return suffix;
        }
    }
}

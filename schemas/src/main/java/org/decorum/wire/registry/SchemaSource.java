package org.decorum.wire.registry;

import org.apache.avro.Schema;

/** A schema as a registry keeps it: its language ({@code AVRO}, {@code JSON}, {@code PROTOBUF}) and its text. */
public record SchemaSource(String type, String text) {

    public static final String AVRO = "AVRO";

    public static SchemaSource avro(Schema schema) {
        return new SchemaSource(AVRO, schema.toString());
    }

    public boolean isAvro() {
        return type.equals(AVRO);
    }
}

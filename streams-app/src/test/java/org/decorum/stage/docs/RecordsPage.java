package org.decorum.stage.docs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.decorum.wire.RecordType;
import org.decorum.wire.Records;

/** Every record that travels: fields, types, defaults and what they mean, from the schemas. */
final class RecordsPage {

    private static final List<String> HEAD = List.of("field", "type", "default", "meaning");

    private RecordsPage() {}

    static String text() {
        Markdown page = Markdown.page("Records")
                .paragraph(
                        "From the contracts in `schemas/src/main/avro`. On the wire they are Avro in Confluent's format;"
                                + " requests, feedback and policies are also read as JSON objects with the same field names."
                                + " A *time* is `timestamp-micros`; in JSON, ISO-8601 with an offset, or an integer of microseconds"
                                + " since 1970. A field without a default is required.");
        List<Schema> schemas = Records.all().stream()
                .map(RecordType::schema)
                .sorted(Comparator.comparing(Schema::getName))
                .toList();
        page.paragraph(schemas.stream()
                .map(schema -> "[" + schema.getName() + "](#" + schema.getName().toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining(", ")));
        schemas.forEach(schema -> record(page, schema));
        return page.toString();
    }

    private static void record(Markdown page, Schema schema) {
        page.heading(schema.getName()).paragraph(schema.getDoc());
        List<List<String>> rows = new ArrayList<>();
        List<Schema> enums = new ArrayList<>();
        List<Schema> parts = new ArrayList<>();
        for (Field field : schema.getFields()) {
            Schema type = present(field.schema());
            if (type.getType() == Schema.Type.ENUM) {
                enums.add(type);
            }
            if (type.getType() == Schema.Type.ARRAY) {
                parts.add(type.getElementType());
            }
            rows.add(List.of(Markdown.code(field.name()), type(type), defaultOf(field), String.valueOf(field.doc())));
        }
        page.table(HEAD, rows);
        enums.forEach(type -> page.paragraph("*" + type.getName() + "*: "
                + type.getEnumSymbols().stream().map(Markdown::code).collect(Collectors.joining(", "))
                + "." + (type.getDoc() == null ? "" : " " + type.getDoc())));
        parts.forEach(part -> record(page, part));
    }

    private static Schema present(Schema schema) {
        return schema.getType() != Schema.Type.UNION
                ? schema
                : schema.getTypes().stream()
                        .filter(member -> member.getType() != Schema.Type.NULL)
                        .findFirst()
                        .orElseThrow();
    }

    private static String type(Schema type) {
        return switch (type.getType()) {
            case LONG -> type.getLogicalType() instanceof LogicalTypes.TimestampMicros ? "time" : "long";
            case ENUM, RECORD -> type.getName();
            case ARRAY -> "array of " + type.getElementType().getName();
            case MAP -> "map of " + type.getValueType().getType().getName();
            default -> type.getType().getName();
        };
    }

    private static String defaultOf(Field field) {
        if (!field.hasDefaultValue()) {
            return "";
        }
        Object value = field.defaultVal();
        return Markdown.code(value == JsonProperties.NULL_VALUE ? "null" : value);
    }
}

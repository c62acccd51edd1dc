package org.decorum.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.wire.registry.SchemaSource;

/**
 * One contract: its generated class, how to make an empty record of it, its schema, and the schema as a registry gets to
 * see it (the contract without {@code avro.java.string}, which concerns our generated classes only).
 */
public record RecordType<T extends SpecificRecord>(
        Class<T> recordClass, Supplier<T> constructor, Schema schema, SchemaSource source) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JAVA_STRING = "avro.java.string";

    static <T extends SpecificRecord> RecordType<T> of(Class<T> recordClass, Supplier<T> constructor) {
        Schema schema = constructor.get().getSchema();
        return new RecordType<>(recordClass, constructor, schema, SchemaSource.avro(withoutJavaString(schema)));
    }

    public String name() {
        return schema.getFullName();
    }

    private static Schema withoutJavaString(Schema schema) {
        try {
            JsonNode tree = JSON.readTree(schema.toString());
            tree.findParents(JAVA_STRING).forEach(node -> ((ObjectNode) node).remove(JAVA_STRING));
            return new Schema.Parser().parse(JSON.writeValueAsString(tree));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("schema " + schema.getFullName() + ": not JSON", e);
        }
    }
}

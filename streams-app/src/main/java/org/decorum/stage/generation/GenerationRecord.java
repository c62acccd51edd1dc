package org.decorum.stage.generation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/**
 * What the control topic says of one application id: which generation is in force, and which is being built. While one is
 * being built, no stage works. JSON, so that neither a stage nor an operator needs a schema registry to know.
 *
 * @param revision counts the records; the highest one is true, wherever it stands
 * @param building the generation that a reshard is copying to
 * @param lastNumber highest number that any generation has had; none is used twice
 */
public record GenerationRecord(long revision, Generation inForce, Optional<Generation> building, int lastNumber) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Before anybody has written one. */
    public static GenerationRecord unwritten(Generation first) {
        return new GenerationRecord(0, first, Optional.empty(), first.number());
    }

    /** A generation with so many shards is being built. */
    public GenerationRecord build(int shards) {
        Generation next = new Generation(inForce.baseId(), lastNumber + 1, shards);
        return new GenerationRecord(revision + 1, inForce, Optional.of(next), next.number());
    }

    /** What was being built is in force. */
    public GenerationRecord publish() {
        return new GenerationRecord(revision + 1, building.orElseThrow(), Optional.empty(), lastNumber);
    }

    /** What was being built is given up. */
    public GenerationRecord withdraw() {
        return new GenerationRecord(revision + 1, inForce, Optional.empty(), lastNumber);
    }

    public byte[] toBytes() {
        ObjectNode node = JSON.createObjectNode().put("revision", revision);
        write(node.putObject("in_force"), inForce);
        building.ifPresent(next -> write(node.putObject("building"), next));
        node.put("last_number", lastNumber);
        try {
            return JSON.writeValueAsBytes(node);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void write(ObjectNode node, Generation generation) {
        node.put("number", generation.number())
                .put("shards", generation.shards())
                .put("application_id", generation.applicationId());
    }

    /** Throws {@link IllegalArgumentException} unless these are bytes of a record. */
    public static GenerationRecord fromBytes(String baseId, byte[] bytes) {
        try {
            JsonNode node = JSON.readTree(bytes);
            Optional<Generation> building =
                    node.has("building") ? Optional.of(read(baseId, node.required("building"))) : Optional.empty();
            return new GenerationRecord(
                    node.required("revision").asLong(),
                    read(baseId, node.required("in_force")),
                    building,
                    node.required("last_number").asInt());
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("generation record: " + unreadable.getMessage(), unreadable);
        }
    }

    private static Generation read(String baseId, JsonNode node) {
        return new Generation(
                baseId, node.required("number").asInt(), node.required("shards").asInt());
    }
}

package org.decorum.stage.cli.table;

import org.apache.avro.specific.SpecificRecord;
import org.decorum.wire.RecordJson;

/** A row of a table as one line of JSON. */
public final class TableJson {

    private TableJson() {}

    /** @param name of the field that holds the record */
    public static String line(String key, String name, SpecificRecord value) {
        String quoted = key.replace("\\", "\\\\").replace("\"", "\\\"");
        return "{\"key\":\"" + quoted + "\",\"" + name + "\":" + RecordJson.toJson(value) + "}";
    }
}

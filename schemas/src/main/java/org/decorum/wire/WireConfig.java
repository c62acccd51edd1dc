package org.decorum.wire;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.decorum.wire.registry.SchemaRegistries;
import org.decorum.wire.registry.SchemaRegistry;

/** Settings of the serializers; the names are Confluent's. */
public final class WireConfig extends AbstractConfig {

    public static final String URL = "schema.registry.url";
    private static final String URL_DOC =
            "Registry that keeps the schemas: http or https URLs, separated by commas, of which "
                    + "one that fails is followed by the next; or mock://scope for a registry in this process.";

    public static final String USER_INFO = "basic.auth.user.info";
    private static final String USER_INFO_DOC =
            "user:password for the registry; empty leaves it to the user-info part of the URL.";

    public static final String AUTO_REGISTER = "auto.register.schemas";
    private static final String AUTO_REGISTER_DOC =
            "Whether a serializer registers the schema of its records; otherwise it must be registered beforehand.";

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    URL,
                    ConfigDef.Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    new ConfigDef.NonEmptyString(),
                    ConfigDef.Importance.HIGH,
                    URL_DOC)
            .define(USER_INFO, ConfigDef.Type.PASSWORD, "", ConfigDef.Importance.MEDIUM, USER_INFO_DOC)
            .define(AUTO_REGISTER, ConfigDef.Type.BOOLEAN, true, ConfigDef.Importance.MEDIUM, AUTO_REGISTER_DOC);

    public WireConfig(Map<String, ?> settings) {
        super(DEFINITION, settings, false);
    }

    public SchemaRegistry registry() {
        return SchemaRegistries.of(getString(URL), getPassword(USER_INFO).value());
    }

    public boolean autoRegister() {
        return getBoolean(AUTO_REGISTER);
    }
}

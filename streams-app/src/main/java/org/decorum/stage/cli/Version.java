package org.decorum.stage.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: this build, its Kafka and its Java. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {
            "decorum " + ownVersion(), "kafka " + kafkaVersion(), "java " + System.getProperty("java.version")
        };
    }

    /** The version in the jar's manifest; a build that runs from class files has none. */
    private static String ownVersion() {
        @Nullable String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }

    /** Of the client in this process. */
    public static String kafkaVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream resource = Admin.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            if (resource != null) {
                properties.load(resource);
            }
        }
        return properties.getProperty("version", "(unknown)");
    }
}

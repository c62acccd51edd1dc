package org.decorum.stage.cli;

import java.nio.file.Path;
import org.decorum.stage.runtime.DataDirectory;
import org.decorum.stage.runtime.LocalKafka;
import org.decorum.stage.runtime.Ports;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a Kafka in this process keeps its data and listens. */
public final class EmbeddedOptions {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where local files are kept. Default: $$DECORUM_DATA, else $$XDG_DATA_HOME/decorum, else "
                    + "~/.local/share/decorum.")
    private @Nullable Path dataDir;

    @Option(
            names = "--broker-port",
            paramLabel = "PORT",
            defaultValue = "" + Ports.BROKER,
            description = "Port of the embedded broker; 0 takes a free one. Default: ${DEFAULT-VALUE}.")
    private int brokerPort;

    @Option(
            names = "--registry-port",
            paramLabel = "PORT",
            defaultValue = "" + Ports.REGISTRY,
            description = "Port of the embedded schema registry; 0 takes a free one. Default: ${DEFAULT-VALUE}.")
    private int registryPort;

    int brokerPort() {
        return brokerPort;
    }

    int registryPort() {
        return registryPort;
    }

    public DataDirectory data() {
        return dataDir == null ? DataDirectory.byDefault() : new DataDirectory(dataDir.toAbsolutePath());
    }

    public LocalKafka start(DataDirectory data) {
        return LocalKafka.start(data, brokerPort, registryPort);
    }
}

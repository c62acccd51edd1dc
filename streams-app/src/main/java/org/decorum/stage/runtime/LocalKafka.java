package org.decorum.stage.runtime;

/** A broker and a schema registry in this process, on loopback, over one data directory. */
public final class LocalKafka implements AutoCloseable {
    private final EmbeddedBroker broker;
    private final EmbeddedRegistry registry;

    private LocalKafka(EmbeddedBroker broker, EmbeddedRegistry registry) {
        this.broker = broker;
        this.registry = registry;
    }

    /** Starts both; port 0 takes any free one. */
    public static LocalKafka start(DataDirectory data, int brokerPort, int registryPort) {
        if (registryPort != 0 && !Ports.isFree(registryPort)) {
            throw new StartupException(
                    "port " + registryPort + " is taken, so the embedded schema registry cannot listen"
                            + " there: stop the other process, or choose another port with --registry-port");
        }
        EmbeddedBroker broker = EmbeddedBroker.start(data.broker(), brokerPort);
        try {
            return new LocalKafka(broker, new EmbeddedRegistry(data.registry(), registryPort));
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    public String registryUrl() {
        return registry.url();
    }

    @Override
    public void close() {
        registry.close();
        broker.close();
    }
}

package org.decorum.stage.sim.farm;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A {@link LoopbackServer} that plays any number of origins, made up on first sight. */
public final class OriginFarm implements AutoCloseable {

    private final FarmSettings settings;
    private final OriginNaming naming;
    private final Map<String, VirtualOrigin> origins = new ConcurrentHashMap<>();
    private final LoopbackServer server;

    private OriginFarm(FarmSettings settings, OriginNaming naming) {
        this.settings = settings;
        this.naming = naming;
        this.server = LoopbackServer.start(settings.port(), LoopbackServer.Precision.MILLIS, this::answer);
    }

    /** Opens a farm on loopback where each host is an origin. */
    public static OriginFarm start(FarmSettings settings) {
        return start(settings, OriginNaming.BY_HOST);
    }

    /** Opens a farm on loopback. */
    public static OriginFarm start(FarmSettings settings, OriginNaming naming) {
        return new OriginFarm(settings, naming);
    }

    public InetSocketAddress address() {
        return server.address();
    }

    /** The logs by origin, in the order of names. */
    public Map<String, AccessLog> logs() {
        Map<String, AccessLog> logs = new TreeMap<>();
        origins.forEach((name, origin) -> logs.put(name, origin.log()));
        return logs;
    }

    private Reply answer(String host, String path, long arrivedMicros) {
        VirtualOrigin origin =
                origins.computeIfAbsent(naming.originOf(host, path), name -> new VirtualOrigin(name, settings));
        return origin.answer(path, arrivedMicros);
    }

    @Override
    public void close() {
        server.close();
    }
}

package org.decorum.stage.bench;

import java.net.InetSocketAddress;
import org.decorum.stage.sim.farm.LoopbackServer;
import org.decorum.stage.sim.farm.Reply;

/** A {@link HostModel} behind HTTP on loopback. Its robots.txt is missing, is answered at once, and is not logged. */
public final class BenchHost implements AutoCloseable {

    private static final int PAGE_BYTES = 512;
    private static final int RETRY_AFTER_SECONDS = 1;

    private final HostModel model;
    private final HostLog log = new HostLog();
    private final LoopbackServer server;

    private BenchHost(HostSpec spec, long seed) {
        this.model = new HostModel(spec, seed);
        this.server = LoopbackServer.start(0, LoopbackServer.Precision.FINE, this::answer);
    }

    /** Opens on any free port. */
    public static BenchHost open(HostSpec spec, long seed) {
        return new BenchHost(spec, seed);
    }

    public InetSocketAddress address() {
        return server.address();
    }

    public HostLog log() {
        return log;
    }

    private Reply answer(String host, String path, long arrivedMicros) {
        if (path.equals("/robots.txt")) {
            return Reply.page(arrivedMicros, 404, 0);
        }
        Visit visit = model.arrive(arrivedMicros);
        log.add(visit);
        return visit.isPage()
                ? Reply.page(visit.endedMicros(), visit.status(), PAGE_BYTES)
                : Reply.unavailable(arrivedMicros, RETRY_AFTER_SECONDS);
    }

    @Override
    public void close() {
        server.close();
    }
}

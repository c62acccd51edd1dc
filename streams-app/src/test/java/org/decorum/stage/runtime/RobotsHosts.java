package org.decorum.stage.runtime;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.decorum.stage.sim.farm.LoopbackServer;
import org.decorum.stage.sim.farm.Reply;

/** Hosts behind one loopback server, each with what it answers for robots.txt, and one log of all that was asked. */
final class RobotsHosts implements AutoCloseable {

    private static final String ROBOTS_TXT = "/robots.txt";
    private static final long ANSWER_MICROS = 20_000;
    private static final int PAGE_BYTES = 200;

    private final Map<String, String> files = new ConcurrentHashMap<>();
    private final Map<String, Integer> errors = new ConcurrentHashMap<>();
    private final Map<String, String> moved = new ConcurrentHashMap<>();
    private final Map<String, Long> answerMicros = new ConcurrentHashMap<>();
    private final List<Line> log = new CopyOnWriteArrayList<>();
    private final LoopbackServer server = LoopbackServer.start(0, LoopbackServer.Precision.MILLIS, this::answer);

    /** One request: when it came, and when its answer went out. */
    record Line(String host, String path, long arrivedMicros, long answeredMicros) {
        boolean isRobotsTxt() {
            return path.equals(ROBOTS_TXT);
        }
    }

    InetSocketAddress address() {
        return server.address();
    }

    /** What robots.txt of a host says from now on. */
    RobotsHosts file(String host, String... lines) {
        errors.remove(host);
        files.put(host + ROBOTS_TXT, String.join("\n", lines) + "\n");
        return this;
    }

    /** robots.txt of a host is answered with this status. */
    RobotsHosts error(String host, int status) {
        errors.put(host, status);
        return this;
    }

    /** A file that robots.txt leads to. */
    RobotsHosts fileAt(String host, String path, String... lines) {
        files.put(host + path, String.join("\n", lines) + "\n");
        return this;
    }

    RobotsHosts moved(String host, String path, String location) {
        moved.put(host + path, location);
        return this;
    }

    /** A host takes so long to answer. */
    RobotsHosts slow(String host, long micros) {
        answerMicros.put(host, micros);
        return this;
    }

    /** What one host was asked for, in the order of arrival. */
    List<Line> log(String host) {
        return log.stream().filter(line -> line.host().equals(host)).toList();
    }

    List<String> paths(String host) {
        return log(host).stream().map(Line::path).toList();
    }

    private Reply answer(String host, String path, long arrivedMicros) {
        long readyMicros = arrivedMicros + answerMicros.getOrDefault(host, ANSWER_MICROS);
        log.add(new Line(host, path, arrivedMicros, readyMicros));
        String location = moved.get(host + path);
        if (location != null) {
            return Reply.moved(readyMicros, location);
        }
        if (path.equals(ROBOTS_TXT) && errors.containsKey(host)) {
            return Reply.page(readyMicros, errors.get(host), 0);
        }
        String file = files.get(host + path);
        if (file != null) {
            return Reply.text(readyMicros, file);
        }
        return Reply.page(readyMicros, path.equals(ROBOTS_TXT) ? 404 : 200, PAGE_BYTES);
    }

    @Override
    public void close() {
        server.close();
    }
}

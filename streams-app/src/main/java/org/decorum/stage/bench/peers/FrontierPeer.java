package org.decorum.stage.bench.peers;

import crawlercommons.urlfrontier.URLFrontierGrpc;
import crawlercommons.urlfrontier.Urlfrontier.AckMessage;
import crawlercommons.urlfrontier.Urlfrontier.DiscoveredURLItem;
import crawlercommons.urlfrontier.Urlfrontier.GetParams;
import crawlercommons.urlfrontier.Urlfrontier.KnownURLItem;
import crawlercommons.urlfrontier.Urlfrontier.QueueDelayParams;
import crawlercommons.urlfrontier.Urlfrontier.URLInfo;
import crawlercommons.urlfrontier.Urlfrontier.URLItem;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.decorum.stage.chaos.process.Children;
import org.decorum.stage.runtime.Ports;

/** URLFrontier with its stores in RocksDB: URLs are put, got when their queue may be asked, and reported as fetched. */
public final class FrontierPeer implements AutoCloseable {

    private static final String CLIENT = "crawlercommons.urlfrontier.URLFrontierGrpc";
    private static final String SERVER = "crawlercommons.urlfrontier.service.URLFrontierServer";
    private static final int HEAP_MEGABYTES = 1_024;
    private static final int QUEUES_A_CALL = 100;
    private static final int URLS_OF_A_QUEUE = 10;
    private static final int TAKEN_SECONDS = 600;
    private static final long UNREPORTED_MAX = 10_000;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(1);
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final PeerProcess process;
    private final ManagedChannel channel;

    private FrontierPeer(PeerProcess process, ManagedChannel channel) {
        this.process = process;
        this.channel = channel;
    }

    /**
     * Starts a server, whose queues let no URL wait.
     *
     * @param classPath of the server
     * @throws PeerAbsent where it does not start
     */
    public static FrontierPeer start(Children children, Path directory, String classPath) {
        Clients.require(CLIENT);
        try {
            Files.createDirectories(directory);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        int port = Ports.anyFree();
        PeerProcess process = PeerProcess.start(
                "urlfrontier",
                children,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + HEAP_MEGABYTES + "m",
                        "-cp",
                        classPath,
                        SERVER,
                        "--port=" + port,
                        "rocksdb.path=" + directory));
        ManagedChannel channel = ManagedChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .build();
        FrontierPeer peer = new FrontierPeer(process, channel);
        try {
            process.awaitReady(() -> {
                var unused = URLFrontierGrpc.newBlockingStub(channel)
                        .setDelay(QueueDelayParams.newBuilder().build());
            });
        } catch (PeerAbsent absent) {
            channel.shutdownNow();
            throw absent;
        }
        return peer;
    }

    /** A URL by its number, and the queue that it is of. */
    public interface Source {
        String url(long number);

        String queue(long number);
    }

    /** Puts URLs that it has not seen, and returns when all are acknowledged. */
    public void put(Source source, long from, long count) {
        Acks acks = new Acks();
        StreamObserver<URLItem> stream = URLFrontierGrpc.newStub(channel).putURLs(acks);
        for (long number = from; number < from + count; number++) {
            acks.await(number - from - UNREPORTED_MAX + 1);
            stream.onNext(URLItem.newBuilder()
                    .setID(Long.toString(number))
                    .setDiscovered(DiscoveredURLItem.newBuilder()
                            .setInfo(URLInfo.newBuilder()
                                    .setUrl(source.url(number))
                                    .setKey(source.queue(number))))
                    .build());
        }
        acks.await(count);
        stream.onCompleted();
    }

    /** Gets so many URLs, each once, and reports them as fetched; returns when all reports are acknowledged. */
    public void take(long count) {
        Acks acks = new Acks();
        StreamObserver<URLItem> stream = URLFrontierGrpc.newStub(channel).putURLs(acks);
        GetParams some = GetParams.newBuilder()
                .setMaxQueues(QUEUES_A_CALL)
                .setMaxUrlsPerQueue(URLS_OF_A_QUEUE)
                .setDelayRequestable(TAKEN_SECONDS)
                .build();
        long taken = 0;
        long changedNanos = System.nanoTime();
        while (taken < count) {
            Iterator<URLInfo> urls = URLFrontierGrpc.newBlockingStub(channel).getURLs(some);
            while (urls.hasNext()) {
                acks.await(taken - UNREPORTED_MAX + 1);
                URLInfo url = urls.next();
                stream.onNext(URLItem.newBuilder()
                        .setID(url.getUrl())
                        .setKnown(KnownURLItem.newBuilder().setInfo(url))
                        .build());
                taken++;
                changedNanos = System.nanoTime();
            }
            if (System.nanoTime() - changedNanos > STUCK_NANOS) {
                throw new IllegalStateException("URLFrontier gave " + taken + " URLs (expected: " + count + ")");
            }
        }
        acks.await(count);
        stream.onCompleted();
    }

    public Duration cpuTime() {
        return process.cpuTime();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        process.stop();
    }

    /** Counts what was acknowledged; anything but OK is a failure of the measurement. */
    private static final class Acks implements StreamObserver<AckMessage> {
        private volatile long count;
        private volatile String failure = "";

        private void await(long least) {
            long known = count;
            long changedNanos = System.nanoTime();
            while (known < least) {
                if (!failure.isEmpty() || System.nanoTime() - changedNanos > STUCK_NANOS) {
                    throw new IllegalStateException(
                            "URLFrontier acknowledged " + known + " of " + least + " URLs " + failure);
                }
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
                if (count > known) {
                    known = count;
                    changedNanos = System.nanoTime();
                }
            }
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // gRPC calls a stream's observer from one thread at a time
        public void onNext(AckMessage ack) {
            if (ack.getStatus() == AckMessage.Status.OK) {
                count++;
            } else {
                failure = "(" + ack.getID() + ": " + ack.getStatus() + ")";
            }
        }

        @Override
        public void onError(Throwable error) {
            failure = "(" + error + ")";
        }

        @Override
        public void onCompleted() {}
    }
}

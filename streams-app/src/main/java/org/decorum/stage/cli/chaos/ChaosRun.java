package org.decorum.stage.cli.chaos;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.stage.chaos.ChaosOrigin;
import org.decorum.stage.chaos.Diary;
import org.decorum.stage.chaos.FalseFeedback;
import org.decorum.stage.chaos.HoldJudge;
import org.decorum.stage.chaos.Injector;
import org.decorum.stage.chaos.Ledger;
import org.decorum.stage.chaos.Ledger.Count;
import org.decorum.stage.chaos.StartReports;
import org.decorum.stage.chaos.Verdict;
import org.decorum.stage.chaos.Witness;
import org.decorum.stage.chaos.Workload;
import org.decorum.stage.cli.CliException;
import org.decorum.stage.cli.ProgressLine;
import org.decorum.stage.cli.RequestPublisher;
import org.decorum.stage.cli.Terminal;
import org.decorum.stage.runtime.ShutdownRequest;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.AvroSerializer;

/** One run from the first process to the verdict. */
final class ChaosRun {

    /** Requests are published over this part of the run; the rest is for what the faults have delayed. */
    private static final double PUBLISHING_SHARE = 0.7;

    /** Cold processes are late, and a stage takes that for fetchers who cannot keep up. */
    private static final int WARM_UP_URLS = 300;

    private static final double WARM_UP_RATE = 25;

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final Duration DELAYS_KNOWN_WITHIN = Duration.ofSeconds(60);
    private static final Duration WITNESSED_WITHIN = Duration.ofSeconds(60);
    private static final long PLAIN_LINE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final double NANOS = 1e9;

    private final ChaosSettings settings;
    private final Workload work;
    private final ChaosWorld world;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Terminal terminal = Terminal.ofThisProcess();
    private final Diary diary;
    private final Ledger ledger;
    private final HoldJudge holds = new HoldJudge();
    private final StartReports starts = new StartReports();
    private final long startNanos = System.nanoTime();
    private volatile boolean stopPublishing;
    private long plainLineNanos = System.nanoTime();

    ChaosRun(
            ChaosSettings settings, Workload work, ChaosWorld world, Path directory, PrintWriter out, PrintWriter err) {
        this.settings = settings;
        this.work = work;
        this.world = world;
        this.out = out;
        this.err = err;
        this.ledger = new Ledger(work);
        this.diary = new Diary(directory.resolve("diary.log"), line -> {});
    }

    ChaosResult run(ShutdownRequest shutdown) throws InterruptedException {
        world.start(work);
        tellCrawlDelays();
        long beginNanos = System.nanoTime();
        diary.note("ready after " + Math.round((beginNanos - startNanos) / NANOS) + " s; the work begins");
        try (Witness witness = Witness.start(world.client(), ledger, holds, starts);
                RequestPublisher publisher = RequestPublisher.open(world.client());
                FalseFeedback feedback = FalseFeedback.start(world.client(), work.origins(), settings.seed());
                Injector injector = new Injector(world.crew(), settings.plan(), diary);
                ProgressLine line = new ProgressLine(err, terminal.stderr())) {
            Thread publishing = new Thread(() -> publish(publisher), "chaos-publisher");
            publishing.setDaemon(true);
            publishing.start();
            long runNanos = TimeUnit.SECONDS.toNanos(settings.seconds());
            while (System.nanoTime() - beginNanos < runNanos && !shutdown.await(LOOK_AGAIN)) {
                check(witness);
                show(line, publisher, injector, "");
            }
            if (shutdown.await(Duration.ZERO)) {
                stopPublishing = true;
                throw new CliException("stopped before the end: nothing was judged");
            }
            injector.stop();
            feedback.close();
            diary.note("all faults are healed; draining");
            publishing.join();
            publisher.flush();
            double faultSeconds = (System.nanoTime() - beginNanos) / NANOS;
            drain(line, publisher, injector, witness, shutdown);
            double seconds = (System.nanoTime() - beginNanos) / NANOS;
            return judge(publisher, injector, witness, feedback, faultSeconds, seconds);
        }
    }

    private void publish(RequestPublisher publisher) {
        int warmUp = Math.min(WARM_UP_URLS, work.size() / 10);
        double warmUpSeconds = warmUp / WARM_UP_RATE;
        publish(publisher, 0, warmUp, WARM_UP_RATE);
        double seconds = Math.max(1, PUBLISHING_SHARE * settings.seconds() - warmUpSeconds);
        publish(publisher, warmUp, work.size(), (work.size() - warmUp) / seconds);
    }

    /** At a steady rate on the whole; what a broker's absence has delayed follows at once. */
    private void publish(RequestPublisher publisher, int from, int to, double perSecond) {
        long beginNanos = System.nanoTime();
        for (int number = from; number < to && !stopPublishing; number++) {
            long dueNanos = beginNanos + Math.round((number - from) / perSecond * NANOS);
            while (System.nanoTime() - dueNanos < 0) {
                LockSupport.parkNanos(dueNanos - System.nanoTime());
            }
            publisher.send(work.request(number));
        }
    }

    /** As a fetcher tells that has read robots.txt; returns when the stages know, so that they can be judged by it. */
    private void tellCrawlDelays() {
        List<ChaosOrigin> delaying = work.origins().stream()
                .filter(origin -> origin.crawlDelayMicros() > 0)
                .toList();
        AvroSerializer<FetchFeedback> values = new AvroSerializer<>();
        values.configure(world.client(), false);
        try (Producer<byte[], FetchFeedback> producer =
                new KafkaProducer<>(world.client(), new ByteArraySerializer(), values)) {
            for (ChaosOrigin origin : delaying) {
                FetchFeedback robots = FetchFeedback.newBuilder()
                        .setOutcome(FetchOutcome.ROBOTS)
                        .setOriginKey(origin.host())
                        .setSiteKey(origin.host())
                        .setCrawlDelayMicros(origin.crawlDelayMicros())
                        .build();
                var unused = producer.send(new ProducerRecord<>(TopicNames.FEEDBACK, robots));
            }
        }
        long deadlineNanos = System.nanoTime() + DELAYS_KNOWN_WITHIN.toNanos();
        for (ChaosOrigin origin : delaying) {
            while (!world.knowsCrawlDelay(origin.host())) {
                if (System.nanoTime() - deadlineNanos > 0) {
                    throw new CliException("no stage knows the Crawl-delay of " + origin.host() + " after "
                            + DELAYS_KNOWN_WITHIN.toSeconds() + " s");
                }
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            }
        }
    }

    private void drain(
            ProgressLine line, RequestPublisher publisher, Injector injector, Witness witness, ShutdownRequest shutdown)
            throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(settings.drainSeconds());
        while (ledger.ended() < publisher.acknowledged()
                && System.nanoTime() - deadlineNanos < 0
                && !shutdown.await(LOOK_AGAIN)) {
            check(witness);
            show(line, publisher, injector, "draining  ");
        }
    }

    private void check(Witness witness) {
        witness.failure().ifPresent(failure -> {
            throw new CliException("the harness cannot read what the stages write: " + failure, failure);
        });
    }

    private ChaosResult judge(
            RequestPublisher publisher,
            Injector injector,
            Witness witness,
            FalseFeedback feedback,
            double faultSeconds,
            double seconds) {
        long held = ledger.ended() < publisher.acknowledged() ? world.held() : 0;
        if (!witness.awaitEnd(WITNESSED_WITHIN)) {
            diary.trouble("not all that the stages wrote could be read");
        }
        if (publisher.failed() > 0) {
            diary.trouble(publisher.failed() + " requests could not be published: "
                    + publisher.firstFailure().map(Exception::toString).orElse(""));
        }
        Verdict verdict = Verdict.of(work, publisher.acknowledged(), held, ledger, world.farm(), holds, starts, diary);
        return new ChaosResult(
                settings.seed(),
                faultSeconds,
                seconds,
                injector.done(),
                diary.endedByThemselves(),
                ledger.count(Count.BOOKED),
                ledger.count(Count.MISSED),
                ledger.count(Count.LAPSED),
                feedback.repeated(),
                feedback.delayed(),
                feedback.forged(),
                Map.of(
                        429, world.farm().answers(429),
                        500, world.farm().answers(500),
                        503, world.farm().answers(503)),
                verdict);
    }

    private void show(ProgressLine line, RequestPublisher publisher, Injector injector, String phase) {
        String text = String.format(
                Locale.ROOT,
                "%s%.0f s  published %,d  ended %,d  released %,d  missed %,d  faults %d",
                phase,
                (System.nanoTime() - startNanos) / NANOS,
                publisher.acknowledged(),
                ledger.ended(),
                ledger.count(Count.BOOKED),
                ledger.count(Count.MISSED),
                injector.count());
        line.show(() -> text);
        if (!terminal.stderr() && System.nanoTime() - plainLineNanos > PLAIN_LINE_NANOS) {
            plainLineNanos = System.nanoTime();
            out.println(text);
            out.flush();
        }
    }
}

package org.decorum.stage.sim;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.core.backlog.LaneMemory;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.Timing;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.AlertKind;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginMessage;
import org.decorum.schema.OriginMessageKind;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.processor.Fleet;
import org.decorum.stage.processor.OriginTask;
import org.decorum.stage.processor.TaskTally;
import org.decorum.stage.table.KeyChanges;
import org.jspecify.annotations.Nullable;

/**
 * One stream task with what Kafka does for it: input in order, transactions, failover to an owner whose clock may
 * differ. A crash takes back everything since the last commit, and nothing else.
 */
final class SimShard {

    private static final long TURN_MICROS = 10_000;
    private static final long TURN_JITTER_MICROS = 3_000;
    private static final double TURNS_PER_MINUTE = 60e6 / (TURN_MICROS + TURN_JITTER_MICROS / 2.0);
    private static final long SWEEP_MICROS = 1_000_000;
    private static final long IDLE_MICROS_MAX = 500_000;
    private static final int POLLED_MAX = 500;
    private static final int CHANGES_PER_TICK = 500;
    private static final long COMMIT_LATENCY_MICROS_MAX = 50_000;
    private static final long SECOND = 1_000_000;

    private final Agenda agenda;
    private final SplittableRandom random;
    private final SimSettings settings;
    private final PolicyBook book;
    private final Policies policies;
    private final SimAliases aliases;
    private final Ledger ledger;
    private final SimFetcher reader;
    private final List<SimFetcher> all;
    private final BiConsumer<String, SpecificRecord> others;
    private final OriginMachine machine = new OriginMachine(Timing.ofLead(250_000));
    private final ShardState state = new ShardState();
    private final Outbox outbox;
    private final ShardChecks checks;
    private final List<SpecificRecord> input = new ArrayList<>();
    private Faults faults;
    private @Nullable Owner owner;
    private long skewMicros;
    private long stalledUntilMicros;
    private long commitAtMicros;
    private long sweepAtMicros;
    private long readableAtMicros;
    private int committedEnds;
    private int kills;

    /** Who runs the task now; a crash ends it, memory and all. */
    private record Owner(
            OriginTask task,
            TaskTally tally,
            KeyChanges.Reader policyChanges,
            SimAliases.Instance aliases,
            Queue<String> aliasChanges) {}

    /**
     * A task without an owner yet.
     *
     * @param book the policies in force
     * @param policies what the task believes them to be
     * @param reader reads the releases
     * @param all read the holds
     * @param others take what is sent to another origin, by its key
     */
    SimShard(
            Agenda agenda,
            SplittableRandom random,
            SimSettings settings,
            PolicyBook book,
            Policies policies,
            SimAliases aliases,
            Ledger ledger,
            SimFetcher reader,
            List<SimFetcher> all,
            BiConsumer<String, SpecificRecord> others) {
        this.agenda = agenda;
        this.random = random;
        this.settings = settings;
        this.faults = settings.faults();
        this.book = book;
        this.policies = policies;
        this.aliases = aliases;
        this.others = others;
        this.ledger = ledger;
        this.reader = reader;
        this.all = all;
        this.outbox = new Outbox(
                this::booking,
                state::forgetCrawlDelays,
                this::limit,
                Optional.of(new OverflowWatch(book, state, ledger)));
        this.checks = new ShardChecks(state, machine, policies);
    }

    void start() {
        open();
        turns();
    }

    /** From now on nothing goes wrong here. */
    void behave() {
        faults = Faults.NONE;
        skewMicros = 0;
    }

    void append(SpecificRecord record) {
        input.add(record);
    }

    ShardState state() {
        return state;
    }

    ShardChecks checks() {
        return checks;
    }

    int kills() {
        return kills;
    }

    private void turns() {
        turn();
        long usual = agenda.nowMicros() + TURN_MICROS + random.nextLong(TURN_JITTER_MICROS);
        agenda.at(faults.equals(Faults.NONE) ? Math.max(usual, idleUntilMicros()) : usual, this::turns);
    }

    /** Turns in which nothing could happen are left out, where no fault could happen in them either. */
    private long idleUntilMicros() {
        Owner now = owner;
        if (now == null || state.position() < input.size() || !outbox.isEmpty()) {
            return 0;
        }
        return Math.min(now.task.firstDueMicros(), agenda.nowMicros() + IDLE_MICROS_MAX);
    }

    private void turn() {
        Owner now = owner;
        if (now == null || agenda.nowMicros() < stalledUntilMicros) {
            return;
        }
        if (happens(faults.stallsPerMinute())) {
            stalledUntilMicros = agenda.nowMicros() + random.nextLong(3 * SECOND);
        }
        boolean dies = happens(faults.killsPerMinute());
        int stepsToLive = dies ? random.nextInt(6) : Integer.MAX_VALUE;
        for (int read = 0; state.position() < input.size() && read < POLLED_MAX; read++) {
            if (read == stepsToLive) {
                kill(now);
                return;
            }
            process(now, input.get(state.position()));
        }
        tick(now);
        if (dies) {
            kill(now);
        } else if (agenda.nowMicros() >= commitAtMicros) {
            commit(now);
        }
    }

    private void process(Owner now, SpecificRecord record) {
        long offset = state.position();
        state.advance(record instanceof KeyedRequest);
        if (record instanceof KeyedRequest request) {
            now.task.request(request, offset, wallMicros());
        } else if (record instanceof FetchFeedback feedback) {
            if (feedback.getCrawlDelayMicros() != null && isOf(now, feedback.getOriginKey(), feedback.getSiteKey())) {
                state.crawlDelay(feedback.getOriginKey(), feedback.getSiteKey(), feedback.getCrawlDelayMicros());
            }
            now.task.feedback(heard(feedback), wallMicros());
        } else if (record instanceof OriginMessage message) {
            now.task.message(message, wallMicros());
        }
        checks.afterEvent(now.task, now.tally, committedEnds + outbox.ends());
    }

    /** A report of another site, which has no lane there, must count for nothing. */
    private boolean isOf(Owner now, String originKey, String siteKey) {
        return siteKey.equals(originKey)
                || now.aliases.originOf(siteKey).equals(originKey)
                || state.knows(originKey, siteKey);
    }

    private FetchFeedback heard(FetchFeedback feedback) {
        return settings.sabotage() == Sabotage.UNPAID_MISSES
                ? FetchFeedback.newBuilder(feedback)
                        .setHeaders(Map.of("x-cache", "HIT"))
                        .build()
                : feedback;
    }

    private void tick(Owner now) {
        long wall = wallMicros();
        now.policyChanges.someChanges(CHANGES_PER_TICK, key -> now.task.recheck(key, wall));
        while (!now.aliasChanges.isEmpty()) {
            now.task.realias(now.aliasChanges.remove());
        }
        boolean shortTick = random.nextDouble() < faults.shortTicks();
        now.task.tick(wall, shortTick ? looks(random.nextInt(3)) : () -> true);
        if (!shortTick) {
            checks.afterTick(now.task, wall);
        }
        if (agenda.nowMicros() >= sweepAtMicros) {
            sweepAtMicros = agenda.nowMicros() + SWEEP_MICROS;
            now.task.sweep(wall);
        }
        checks.afterEvent(now.task, now.tally, committedEnds + outbox.ends());
    }

    private static BooleanSupplier looks(int count) {
        int[] left = {count};
        return () -> left[0]-- > 0;
    }

    private void commit(Owner now) {
        checks.origins(now.task, wallMicros());
        commitAtMicros = agenda.nowMicros() + settings.commitMicros();
        committedEnds += outbox.ends();
        state.commit();
        publish();
    }

    private void publish() {
        readableAtMicros = Math.max(readableAtMicros, agenda.nowMicros() + random.nextLong(COMMIT_LATENCY_MICROS_MAX));
        for (Object output : outbox.takeAll()) {
            if (output instanceof Booking booking) {
                Booking judged = ledger.released(booking);
                agenda.at(readableAtMicros, () -> reader.read(judged));
            } else if (output instanceof Hold hold) {
                all.forEach(fetcher -> agenda.at(readableAtMicros, () -> fetcher.read(hold)));
            } else if (output instanceof Move move) {
                send(move);
            } else if (output instanceof Decision decision) {
                ledger.decided(decision);
            } else if (output instanceof CrawlAlert alert && alert.getKind() == AlertKind.CLOCK_JUMP) {
                ledger.jumped(alert.getOriginKey());
            } else if (output instanceof CrawlRejected rejected) {
                ledger.rejected(rejected);
            } else if (output instanceof CrawlRequest parked) {
                ledger.parked(parked);
            }
        }
        ledger.checkRows();
    }

    private void send(Move move) {
        boolean lost = settings.sabotage() == Sabotage.LOST_MOVES
                && move.record() instanceof KeyedRequest
                && random.nextInt(4) == 0;
        boolean blank = settings.sabotage() == Sabotage.FORGETFUL_GRANTS
                && move.record() instanceof OriginMessage message
                && message.getKind() == OriginMessageKind.GRANT;
        if (blank) {
            ((OriginMessage) move.record())
                    .setMemory(ByteBuffer.wrap(LaneMemory.ofCrawlDelay(0).toBytes()));
        }
        if (!lost) {
            agenda.at(readableAtMicros, () -> others.accept(move.originKey(), move.record()));
        }
    }

    private void kill(Owner now) {
        kills++;
        now.policyChanges.close();
        now.aliases.close(now.aliasChanges);
        owner = null;
        if (settings.sabotage() != Sabotage.STORES_NOT_ROLLED_BACK) {
            state.rollBackStores();
        }
        if (settings.sabotage() != Sabotage.INPUT_NOT_ROLLED_BACK) {
            state.rollBackInput();
        }
        if (settings.sabotage() == Sabotage.OUTPUT_NOT_ROLLED_BACK) {
            publish();
        }
        outbox.takeAll();
        agenda.in(SECOND / 10 + random.nextLong(8 * SECOND), this::open);
    }

    /** A new owner takes over, and its clock is set right only later. */
    private void open() {
        skewMicros = faults.skewMicrosMax() == 0 ? 0 : random.nextLong(-faults.skewMicrosMax(), faults.skewMicrosMax());
        if (faults.jumpMicros() > 0 && random.nextInt(3) == 0) {
            skewMicros = faults.jumpMicros();
        }
        int life = kills;
        agenda.in(SECOND + random.nextLong(20 * SECOND), () -> skewMicros = life == kills ? 0 : skewMicros);
        TaskTally tally = new TaskTally();
        SimAliases.Instance instance = aliases.anyInstance();
        OriginTask task = new OriginTask(
                machine, policies, instance, state.stores(), outbox, new NoMeters(), tally, Fleet.of(machine.timing()));
        owner = new Owner(task, tally, book.reader(), instance, instance.reader());
        if (settings.sabotage() != Sabotage.NO_RESTORE) {
            task.restore(OriginTask.REPORTS_MICROS);
        }
    }

    private Booking booking(CrawlRelease release) {
        Policy policy = book.of(release.getOriginKey());
        Policy ofSite = book.inside(release.getOriginKey()).of(release.getSiteKey());
        if (policy.access() != Access.OPEN || ofSite.access() != Access.OPEN) {
            throw new InvariantBrokenException(Invariant.ACCESS, release + " (expected: none)");
        }
        Limit site = ofSite.site();
        long asked = state.crawlDelayMicros(release.getOriginKey(), release.getSiteKey());
        long delay = ofSite.crawlDelay().obeyedMicros(asked);
        Limit slower = delay == 0 ? site : Limit.every(Math.max(delay, site.intervalMicros()));
        long rest = ofSite.crawlDelay().waitsForFinish(asked) ? delay : 0;
        return new Booking(
                release,
                policy.origin(),
                slower,
                rest,
                ofSite.missesOnly(),
                policy.maxAttempts(),
                policy.maxInFlight(),
                Set.of());
    }

    private Limit limit(String originKey) {
        return book.of(originKey).origin();
    }

    @Override
    public String toString() {
        Owner now = owner;
        return "[read " + state.position() + " of " + input.size() + ", " + state + ", "
                + (now == null
                        ? "dead"
                        : "due in " + Micros.subtract(now.task.firstDueMicros(), agenda.nowMicros())
                                + " us, committed at " + (commitAtMicros - agenda.nowMicros()) + " us")
                + "]";
    }

    private boolean happens(double perMinute) {
        return perMinute > 0 && random.nextDouble() < perMinute / TURNS_PER_MINUTE;
    }

    /** A clock with milliseconds, as the stage has. */
    private long wallMicros() {
        return Math.floorDiv(agenda.nowMicros() + skewMicros, 1_000L) * 1_000;
    }
}

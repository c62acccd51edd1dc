package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.Timing;
import org.decorum.core.origin.Aliases;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.AlertKind;
import org.decorum.schema.BacklogFullRule;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginHold;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.processor.Fleet;
import org.decorum.stage.processor.OriginTask;
import org.decorum.stage.processor.Outlet;
import org.decorum.stage.processor.TaskTally;
import org.decorum.wire.AvroSerializer;
import org.decorum.wire.registry.SchemaRegistries;
import org.jspecify.annotations.Nullable;

/**
 * A task that is killed after any step and restored from its stores goes on exactly as the one that lived: the same
 * records, byte for byte, in the same order for each origin, and the same stores in the end. It does not mind the
 * fetchers, of whom a task knows in memory only.
 */
class RestoreEqualsLiveTest {

    private static final long START = 1_767_225_600_000_000L;
    private static final int STEPS = 60;
    private static final int ORIGINS = 4;

    @Property(tries = 60)
    void aRestoredTaskGoesOnAsTheLivingOneDoes(@ForAll long seed) {
        List<Consumer<Life>> history = history(seed);
        Life live = new Life();
        List<Life> restored = new ArrayList<>();
        for (Consumer<Life> step : history) {
            step.accept(live);
            restored.forEach(step);
            restored.add(live.killedAndRestored());
        }
        for (int step = 0; step < restored.size(); step++) {
            Life other = restored.get(step);
            int killedAfter = step;
            live.outputSince(other.bornAtOutput).forEach((origin, expected) -> {
                List<String> output = other.outputs.getOrDefault(origin, List.of());
                for (int i = 0; i < expected.size() && i < output.size(); i++) {
                    assertThat(output.get(i))
                            .as("output %d of %s after a kill behind step %d", i, origin, killedAfter)
                            .isEqualTo(expected.get(i));
                }
                assertThat(output)
                        .as("outputs of %s after a kill behind step %d", origin, killedAfter)
                        .hasSameSizeAs(expected);
            });
            assertThat(other.state.dump())
                    .usingElementComparator(Arrays::compareUnsigned)
                    .as("stores after a kill behind step %d of %d", step, STEPS)
                    .containsExactlyElementsOf(live.state.dump());
        }
    }

    /** A task's life on stores of its own, in a world whose time and policies follow the steps. */
    private static final class Life implements Outlet {

        private static final AvroSerializer<SpecificRecord> BYTES =
                new AvroSerializer<>(SchemaRegistries.of("mock://restore"));

        private final ShardState state;
        private final PolicyBook book;
        private final Map<String, OriginPolicy> policies = new TreeMap<>();
        private final OriginTask task;
        private final Map<String, List<String>> outputs = new TreeMap<>();

        /** By name, since releases of several origins at one instant may come in any order. */
        private final TreeMap<String, CrawlRelease> releases = new TreeMap<>();

        private final Map<String, Integer> bornAtOutput = new TreeMap<>();
        private long now;
        private long offset;

        Life() {
            this(new ShardState(), START, 0, Map.of());
        }

        private Life(ShardState state, long now, long offset, Map<String, OriginPolicy> policies) {
            this.state = state;
            this.now = now;
            this.offset = offset;
            this.book = new PolicyBook(Policy.POLITE.withLimit(Limit.every(300_000)));
            policies.forEach(this::set);
            this.task = new OriginTask(
                    new OriginMachine(Timing.ofLead(250_000)),
                    book,
                    Aliases.NONE,
                    state.stores(),
                    this,
                    new NoMeters(),
                    new TaskTally(),
                    Fleet.unlimited());
            task.restore(0);
        }

        Life killedAndRestored() {
            Life next = new Life(state.copy(), now, offset, policies);
            outputs.forEach((origin, all) -> next.bornAtOutput.put(origin, all.size()));
            next.releases.putAll(releases);
            return next;
        }

        void pass(long micros) {
            now += micros;
            task.tick(now, () -> true);
        }

        void request(KeyedRequest request) {
            task.request(request, offset++, now);
        }

        void report(int which, FetchOutcome outcome) {
            if (!releases.isEmpty()) {
                CrawlRelease release = List.copyOf(releases.values()).get(which % releases.size());
                task.feedback(
                        FetchFeedback.newBuilder()
                                .setOutcome(outcome)
                                .setOriginKey(release.getOriginKey())
                                .setSiteKey(release.getSiteKey())
                                .setBookingId(release.getBookingId())
                                .setCrawlDelayMicros(400_000L)
                                .build(),
                        now);
            }
        }

        void set(String key, OriginPolicy policy) {
            policies.put(key, policy);
            book.set(key, policy);
        }

        /** What came after these counts of outputs. */
        Map<String, List<String>> outputSince(Map<String, Integer> counts) {
            Map<String, List<String>> since = new TreeMap<>();
            outputs.forEach(
                    (origin, all) -> since.put(origin, all.subList(counts.getOrDefault(origin, 0), all.size())));
            return since;
        }

        @Override
        public void release(CrawlRelease release) {
            releases.put(release.getOriginKey() + " " + release.getBookingId(), release);
            emit(release.getOriginKey(), release);
        }

        @Override
        public void rejected(CrawlRejected rejected) {
            emit(String.valueOf(rejected.getOriginKey()), rejected);
        }

        @Override
        public void parked(String originKey, CrawlRequest request) {
            emit(originKey, request);
        }

        @Override
        public void decision(CrawlDecision decision) {
            emit(decision.getOriginKey(), decision);
        }

        @Override
        public void hold(String originKey, @Nullable OriginHold hold) {
            outputs.computeIfAbsent(originKey, origin -> new ArrayList<>()).add("hold " + hold);
        }

        @Override
        public void alert(CrawlAlert alert) {
            // A new owner tells again of a full backlog.
            if (alert.getKind() != AlertKind.BACKLOG_FULL) {
                emit(alert.getOriginKey(), alert);
            }
        }

        @Override
        public void move(String originKey, SpecificRecord record) {
            emit(originKey, record);
        }

        private void emit(String originKey, SpecificRecord record) {
            outputs.computeIfAbsent(originKey, origin -> new ArrayList<>())
                    .add(record + " "
                            + HexFormat.of()
                                    .formatHex(BYTES.serialize(record.getClass().getSimpleName(), record)));
        }
    }

    private static List<Consumer<Life>> history(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Consumer<Life>> history = new ArrayList<>();
        long now = START;
        for (int step = 0; step < STEPS; step++) {
            String origin = "origin-" + random.nextInt(ORIGINS) + ".example";
            int which = random.nextInt(1_000);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    KeyedRequest request = request(random, origin, step, now);
                    history.add(life -> life.request(request));
                }
                case 3 -> {
                    FetchOutcome outcome = FetchOutcome.values()[random.nextInt(FetchOutcome.values().length)];
                    history.add(life -> life.report(which, outcome));
                }
                case 4 -> {
                    OriginPolicy policy = OriginPolicy.newBuilder()
                            .setIntervalMicros(random.nextLong(20_000, 2_000_000))
                            .setBurst(random.nextInt(1, 4))
                            .setMaxInFlight(random.nextInt(1, 5))
                            .setMaxAttempts(2)
                            .setLeaseTimeoutMicros(3_000_000L)
                            .setRetentionMicros(10_000_000L)
                            .setBacklogMax(random.nextInt(1, 12))
                            .setBacklogFull(BacklogFullRule.values()[random.nextInt(BacklogFullRule.values().length)])
                            .build();
                    history.add(life -> {
                        life.set(origin, policy);
                        life.task.recheck(origin, life.now);
                        life.pass(0);
                    });
                }
                case 5 -> {
                    long rest = random.nextLong(15_000_000);
                    now += rest;
                    history.add(life -> {
                        life.pass(rest);
                        life.task.sweep(life.now);
                    });
                }
                default -> {
                    long rest = random.nextLong(400_000);
                    now += rest;
                    history.add(life -> life.pass(rest));
                }
            }
        }
        return history;
    }

    private static KeyedRequest request(SplittableRandom random, String origin, int number, long now) {
        KeyedRequest.Builder request = KeyedRequest.newBuilder()
                .setRequestId("request-" + number)
                .setUrl("http://" + origin + "/" + number)
                .setOriginKey(origin)
                .setSiteKey((random.nextInt(3) == 0 ? "site." : "") + origin)
                .setPriority(random.nextInt(10))
                .setCost(random.nextInt(1, 4))
                .setReceivedAt(Micros.toInstant(now))
                .setMetadata(Map.of("number", Integer.toString(number)));
        if (random.nextInt(4) == 0) {
            request.setNotBefore(Micros.toInstant(now + random.nextLong(6_000_000)));
        }
        if (random.nextInt(4) == 0) {
            request.setDeadline(Micros.toInstant(now + random.nextLong(6_000_000)));
        }
        return request.build();
    }
}

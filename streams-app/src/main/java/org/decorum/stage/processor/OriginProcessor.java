package org.decorum.stage.processor;

import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.rate.Micros;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginMessage;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.generation.Generation;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.store.OriginStores;
import org.decorum.stage.table.KeyChanges;
import org.decorum.stage.table.Shard;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's side of an {@link OriginTask}: it brings records, wall-clock ticks, the stores and the time. Wall-clock time,
 * since a request must be released on time though nothing else arrives.
 */
public final class OriginProcessor implements Processor<String, SpecificRecord, String, SpecificRecord> {

    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(1);

    /** A tick that works longer would stall the records, and in the end the group. */
    private static final long TICK_NANOS_MAX = 20_000_000;

    /** Most changed policies that one tick looks into; the others wait for the next. */
    private static final int CHANGES_PER_TICK = 500;

    private final StageConfig config;
    private final PolicyBook policies;
    private final AliasBook aliases;
    private final List<KeptTable> tables;
    private final StageMeters meters;
    private final Fleet fleet;
    private final Generation generation;
    private final Runnable confirmation;

    private @Nullable Running running;
    private long tickedMicros;

    /**
     * For one task.
     *
     * @param tables where policies and aliases come from
     * @param fleet what all tasks of this instance know of the fetchers
     * @param confirmation throws where the generation is not in force any more
     */
    public OriginProcessor(
            StageConfig config,
            PolicyBook policies,
            AliasBook aliases,
            List<KeptTable> tables,
            StageMeters meters,
            Fleet fleet,
            Generation generation,
            Runnable confirmation) {
        this.config = config;
        this.policies = policies;
        this.aliases = aliases;
        this.tables = tables;
        this.meters = meters;
        this.fleet = fleet;
        this.generation = generation;
        this.confirmation = confirmation;
    }

    /** What exists between init and close. */
    private record Running(
            ProcessorContext<String, SpecificRecord> context,
            OriginTask task,
            List<TableKeeping> tables,
            KeyChanges.Reader policyChanges,
            KeyChanges.Reader aliasChanges,
            AliasAlerts aliasAlerts,
            StageMeters.Registration gauges) {}

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        confirmation.run();
        OriginStores stores = OriginStores.of(context::getStateStore);
        TaskTally tally = new TaskTally();
        Outlet outlet = new ForwardingOutlet(context, config.getBoolean(StageConfig.DECISIONS_ENABLED));
        OriginMachine machine = new OriginMachine(config.timing());
        OriginTask task = new OriginTask(machine, policies, aliases, stores, outlet, meters, tally, fleet);
        Shard shard = new Shard(context.taskId().partition(), generation.shards());
        Running started = new Running(
                context,
                task,
                tables.stream()
                        .map(table -> new TableKeeping(context, table, shard, meters))
                        .toList(),
                policies.reader(),
                aliases.reader(),
                new AliasAlerts(aliases, shard, outlet, meters),
                meters.track(tally));
        running = started;
        task.restore(OriginTask.REPORTS_MICROS);
        tickedMicros = wallMicros(context);
        Duration interval = Duration.ofMillis(config.getLong(StageConfig.TICK_MS));
        context.schedule(interval, PunctuationType.WALL_CLOCK_TIME, nowMillis -> withoutTimeouts(() -> tick(started)));
        context.schedule(
                SWEEP_INTERVAL,
                PunctuationType.WALL_CLOCK_TIME,
                nowMillis -> withoutTimeouts(() -> task.sweep(wallMicros(context))));
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        withoutTimeouts(() -> take(record));
    }

    /**
     * Kafka Streams takes a timeout that comes from here for a corrupted task, and commits what the task has forwarded so far
     * without what its stores hold for the commit.
     */
    private static void withoutTimeouts(Runnable work) {
        try {
            work.run();
        } catch (TimeoutException e) {
            throw new StreamsException("a timeout in the middle of a decision (expected: none)", e);
        }
    }

    private void take(Record<String, SpecificRecord> record) {
        Running now = running();
        if (record.value() instanceof KeyedRequest request) {
            long offset =
                    now.context.recordMetadata().map(RecordMetadata::offset).orElse(0L);
            now.task.request(request, generation.position(offset), wallMicros(now.context));
        } else if (record.value() instanceof FetchFeedback feedback) {
            now.task.feedback(feedback, wallMicros(now.context));
        } else if (record.value() instanceof OriginMessage message) {
            now.task.message(message, wallMicros(now.context));
        }
    }

    @Override
    public void close() {
        if (running != null) {
            running.task.close(wallMicros(running.context));
            running.tables.forEach(TableKeeping::close);
            running.policyChanges.close();
            running.aliasChanges.close();
            running.aliasAlerts.close();
            running.gauges.close();
            running = null;
        }
    }

    /** A wall-clock punctuation is told the present time, not when it was due; that is one interval after the last. */
    private void tick(Running now) {
        long startNanos = System.nanoTime();
        long wallMicros = wallMicros(now.context);
        now.tables.forEach(table -> table.keep(wallMicros));
        now.aliasAlerts.tell(wallMicros);
        now.policyChanges.someChanges(CHANGES_PER_TICK, policyKey -> now.task.recheck(policyKey, wallMicros));
        now.aliasChanges.someChanges(CHANGES_PER_TICK, now.task::realias);
        now.task.tick(wallMicros, () -> System.nanoTime() - startNanos < TICK_NANOS_MAX);
        long dueMicros = tickedMicros + Micros.ofMillis(config.getLong(StageConfig.TICK_MS));
        tickedMicros = wallMicros;
        meters.ticked(Math.max(0, wallMicros - dueMicros), System.nanoTime() - startNanos);
    }

    private Running running() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("processor: not initialised (expected: init before process)");
        }
        return now;
    }

    private long wallMicros(ProcessorContext<?, ?> context) {
        return Micros.ofMillis(context.currentSystemTimeMs() + config.clockOffsetMillis());
    }
}

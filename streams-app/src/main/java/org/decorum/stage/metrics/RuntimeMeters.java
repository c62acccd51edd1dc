package org.decorum.stage.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.logging.LogbackMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.streams.KafkaStreams;

/** Meters of what the stage runs on: the JVM, the process, its log and Kafka Streams with its clients. */
public final class RuntimeMeters implements AutoCloseable {
    private final MeterRegistry registry;
    private final Deque<Runnable> closers = new ArrayDeque<>();

    /** Binds the meters of the JVM and the process. */
    public RuntimeMeters(MeterRegistry registry) {
        this.registry = registry;
        new ClassLoaderMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        JvmGcMetrics gc = new JvmGcMetrics();
        closers.push(gc::close);
        gc.bindTo(registry);
        LogbackMetrics log = new LogbackMetrics();
        closers.push(log::close);
        log.bindTo(registry);
    }

    /** Binds the meters that Kafka Streams and its clients keep themselves. */
    public void bind(KafkaStreams streams) {
        KafkaStreamsMetrics metrics = new KafkaStreamsMetrics(streams);
        closers.push(metrics::close);
        metrics.bindTo(registry);
    }

    @Override
    public void close() {
        closers.forEach(Runnable::run);
        closers.clear();
    }
}

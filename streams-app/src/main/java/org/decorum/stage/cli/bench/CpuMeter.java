package org.decorum.stage.cli.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Reads CPU times. A thread belongs to the load if its name holds {@link #LOAD}, as those of clients do whose
 * {@code client.id} begins with it, or if it is the one that asks; it must live until it was read for the last time.
 */
final class CpuMeter {

    /** In the names of threads and clients that make the load. */
    static final String LOAD = "decorum-bench";

    private static final double NANOS_PER_MICRO = 1e3;

    private final BenchKafka kafka;
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    CpuMeter(BenchKafka kafka) {
        this.kafka = kafka;
    }

    CpuUse read() {
        double load = loadNanos() / NANOS_PER_MICRO;
        double all = process.getProcessCpuTime() / NANOS_PER_MICRO;
        return new CpuUse(all - load, kafka.cpuTime().toNanos() / NANOS_PER_MICRO, load);
    }

    private double loadNanos() {
        double nanos = threads.getCurrentThreadCpuTime();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().contains(LOAD)) {
                nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return nanos;
    }
}

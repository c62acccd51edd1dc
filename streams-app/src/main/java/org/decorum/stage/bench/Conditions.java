package org.decorum.stage.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What figures of a benchmark depend on beside its own parameters.
 *
 * @param heapMib what the heap may grow to
 */
public record Conditions(
        @JsonProperty("date") String date,
        @JsonProperty("cpus") int cpus,
        @JsonProperty("heap_mib") long heapMib,
        @JsonProperty("os") String os,
        @JsonProperty("java") String java,
        @JsonProperty("kafka") String kafka) {

    /** Those of this process. */
    public static Conditions at(Instant now, String kafkaVersion) {
        Runtime runtime = Runtime.getRuntime();
        return new Conditions(
                now.truncatedTo(ChronoUnit.SECONDS).toString(),
                runtime.availableProcessors(),
                runtime.maxMemory() >> 20,
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
                kafkaVersion);
    }

    /** One line. */
    public String words() {
        return date + ", " + cpus + " CPUs, heap " + heapMib + " MiB, " + os + ", " + java + ", Kafka " + kafka;
    }
}

package org.decorum.stage.cli.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.decorum.core.capacity.Coefficient;
import org.decorum.core.capacity.Coefficients;
import org.decorum.core.capacity.Standing;
import org.decorum.stage.config.StageConfig;

/** Takes coefficients from results of benchmarks. Most have the name of a figure; some are worked out from several. */
final class BenchFigures {

    private static final double MIB = 1 << 20;
    private static final double PER_MILLION = 1e6;
    private static final String THREADS = "num.stream.threads";
    private static final int CYCLE_THREADS = 2;
    private static final int BENCH_SHARDS = 4;

    /** With fewer, what a process takes at rest is not that of its shards. */
    private static final int IDLE_SHARDS_MIN = 32;

    private static final long ROCKSDB_BYTES = 128L << 20;

    /** So many brokers have as many copies of each record. */
    private static final int COPIES = 3;

    private Coefficients coefficients;
    private final Map<Double, Double> cpuByOrigins = new TreeMap<>();
    /** By what was run, then by the number of brokers. */
    private final Map<String, Map<Integer, Double>> brokerCpu = new HashMap<>();

    private int taken;

    BenchFigures(Coefficients base) {
        this.coefficients = base;
    }

    Coefficients coefficients() {
        return coefficients;
    }

    int taken() {
        return taken;
    }

    /** One of {@code bench all --quick} says of itself that it is no figure. */
    void add(JsonNode result) {
        if (result.path("quick").asBoolean()) {
            return;
        }
        String bench = result.path("bench").asText();
        JsonNode figures = result.path("figures");
        if (bench.equals("cycle") && copies(result) > 1) {
            return;
        }
        for (Coefficient coefficient : Coefficient.values()) {
            JsonNode figure = figures.path(coefficient.figure());
            if (coefficient.bench().filter(bench::equals).isPresent()
                    && figure.isNumber()
                    && tells(coefficient, result)) {
                take(coefficient, figure.asDouble(), result);
            }
        }
        double origins = result.path("parameters").path("origins").asDouble();
        switch (bench) {
            case "cycle" -> {
                take(Coefficient.CYCLE_ORIGINS, origins, result);
                take(
                        Coefficient.THREAD_URLS_PER_SECOND,
                        figures.path("urls_per_second").asDouble() / setting(result, THREADS, CYCLE_THREADS),
                        result);
            }
            case "state" -> growth(origins, figures.path("cpu_micros_per_url").asDouble(), result);
            case "writes" -> {
                if (result.path("scenario").asText().equals("at-once")) {
                    take(
                            Coefficient.CHANGELOG_RECORDS,
                            figures.path("writes_per_url").asDouble(),
                            result);
                }
            }
            case "memory" -> {
                take(
                        Coefficient.PROCESS_BYTES_OUTSIDE_HEAP,
                        figures.path("rss_beside_heap_max_mib").asDouble() * MIB
                                - setting(result, StageConfig.ROCKSDB_MEMORY_BYTES, ROCKSDB_BYTES),
                        result);
                take(
                        Coefficient.HEAP_BASE_BYTES,
                        figures.path("heap_at_rest_mib").asDouble() * MIB
                                - setting(result, StageConfig.SHARDS, BENCH_SHARDS)
                                        * coefficients
                                                .of(Coefficient.HEAP_BYTES_PER_SHARD)
                                                .number(),
                        result);
            }
            case "restore" -> restore(origins, figures, result);
            default -> {}
        }
    }

    private static boolean tells(Coefficient coefficient, JsonNode result) {
        return coefficient != Coefficient.IDLE_CPU_MICROS_PER_SHARD
                || setting(result, StageConfig.SHARDS, BENCH_SHARDS) >= IDLE_SHARDS_MIN;
    }

    /**
     * What two more copies of each record cost the brokers, against what one costs in a run that was the same otherwise.
     *
     * @return how many brokers there were
     */
    private int copies(JsonNode result) {
        int brokers = result.path("parameters").path("brokers").asInt(1);
        String ran = result.path("conditions").path("cpus").asText();
        for (Map.Entry<String, JsonNode> parameter : result.path("parameters").properties()) {
            ran += parameter.getKey().equals("brokers") ? "" : " " + parameter;
        }
        Map<Integer, Double> found = brokerCpu.computeIfAbsent(ran, any -> new HashMap<>());
        found.put(
                brokers,
                result.path("figures").path("broker_cpu_micros_per_url").asDouble());
        Double one = found.get(1);
        Double three = found.get(COPIES);
        if (one != null && three != null) {
            take(Coefficient.REPLICA_CPU_SHARE, (three / one - 1) / (COPIES - 1), result);
        }
        return brokers;
    }

    /** Of the least number of origins against the greatest. */
    private void growth(double origins, double cpuMicros, JsonNode result) {
        cpuByOrigins.put(origins, cpuMicros);
        if (cpuByOrigins.size() > 1) {
            double[] numbers = cpuByOrigins.keySet().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            double[] cpus = cpuByOrigins.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            int last = numbers.length - 1;
            double tenfolds = Math.log10(numbers[last] / numbers[0]);
            take(Coefficient.CPU_GROWTH_PER_TENFOLD, Math.pow(cpus[last] / cpus[0], 1 / tenfolds), result);
        }
    }

    /** Meeting the origins is told apart from reading the changelogs. */
    private void restore(double origins, JsonNode figures, JsonNode result) {
        double meeting = figures.path("meeting_seconds").asDouble();
        double reading = figures.path("restore_seconds").asDouble() - meeting;
        double records = figures.path("records").asDouble();
        double threads = setting(result, THREADS, CYCLE_THREADS);
        take(Coefficient.RESTORE_RECORDS_PER_SECOND, records / reading, result);
        take(Coefficient.RESTORE_CPU_MICROS_PER_RECORD, reading * PER_MILLION * threads / records, result);
        take(Coefficient.MEET_MICROS_PER_ORIGIN, meeting * PER_MILLION * threads / origins, result);
    }

    /** As the run was told, else as benchmarks have it. */
    private static double setting(JsonNode result, String name, double otherwise) {
        return result.path("parameters").path("settings").path(name).asDouble(otherwise);
    }

    private void take(Coefficient coefficient, double number, JsonNode result) {
        if (!(number > 0) || Double.isInfinite(number)) {
            return;
        }
        JsonNode conditions = result.path("conditions");
        coefficients = coefficients.with(
                coefficient,
                new Coefficients.Value(
                        number,
                        Standing.MEASURED,
                        "bench " + result.path("bench").asText() + ", "
                                + conditions.path("date").asText() + ", "
                                + conditions.path("cpus").asText() + " CPUs"));
        taken++;
    }
}

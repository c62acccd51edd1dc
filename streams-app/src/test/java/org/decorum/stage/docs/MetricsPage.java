package org.decorum.stage.docs;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.decorum.stage.metrics.MicrometerStageMeters;

/** Every meter of the stage itself, under its name on the Prometheus page. */
final class MetricsPage {

    private MetricsPage() {}

    static String text() {
        MeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new MicrometerStageMeters(registry).trackFleet(() -> 0);
        Map<String, List<Meter>> byName = registry.getMeters().stream()
                .collect(Collectors.groupingBy(meter -> meter.getId().getName(), TreeMap::new, Collectors.toList()));
        List<List<String>> rows = new ArrayList<>();
        byName.forEach((name, meters) -> rows.add(row(registry, meters)));
        return Markdown.page("Metrics")
                .paragraph(
                        "Served as Prometheus text at `/metrics`, every series from the start, beside those of the JVM, the"
                                + " process, its log, Kafka Streams and the Kafka clients (`jvm_`, `process_`, `logback_`, `kafka_`)."
                                + " Times are seconds. Each figure is that of one instance; add them up over instances. No label"
                                + " names an origin.")
                .table(List.of("series", "kind", "labels", "meaning"), rows)
                .paragraph(
                        "A histogram has `_bucket` series whose buckets can be added up, `_count`, `_sum`, and `_max`, the"
                                + " largest value of the last few minutes.")
                .toString();
    }

    private static List<String> row(MeterRegistry registry, List<Meter> meters) {
        Meter.Id id = meters.get(0).getId();
        String kind = id.getType() == Meter.Type.TIMER
                ? "histogram"
                : id.getType().name().toLowerCase(Locale.ROOT);
        String suffix = id.getType() == Meter.Type.COUNTER ? "_total" : "";
        String name = id.getConventionName(registry.config().namingConvention()) + suffix;
        return List.of(Markdown.code(name), kind, labels(meters), String.valueOf(id.getDescription()));
    }

    private static String labels(List<Meter> meters) {
        Map<String, TreeSet<String>> values = new TreeMap<>();
        for (Meter meter : meters) {
            for (Tag tag : meter.getId().getTags()) {
                values.computeIfAbsent(tag.getKey(), key -> new TreeSet<>()).add(tag.getValue());
            }
        }
        return values.entrySet().stream()
                .map(label -> Markdown.code(label.getKey()) + ": " + String.join(", ", label.getValue()))
                .collect(Collectors.joining("; "));
    }
}

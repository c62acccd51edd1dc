package org.decorum.stage.docs;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyDescription.Node;
import org.apache.kafka.streams.TopologyDescription.Processor;
import org.apache.kafka.streams.TopologyDescription.Sink;
import org.apache.kafka.streams.TopologyDescription.Source;
import org.decorum.stage.config.StageConfig;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.processor.NodeNames;
import org.decorum.stage.topology.StageTopology;
import org.decorum.wire.registry.SchemaRegistries;

/** The topology as a Mermaid picture and as tables, in an order that depends on names only. */
final class TopologyPage {

    private static final String REGISTRY = "mock://topology-page";

    /** A part of the topology, whose nodes share tasks. */
    private record Part(String title, List<Node> nodes) {}

    private TopologyPage() {}

    static String text() {
        StageConfig config = new StageConfig(Map.of(StageConfig.SCHEMA_REGISTRY_URL, REGISTRY));
        MicrometerStageMeters meters = new MicrometerStageMeters(new SimpleMeterRegistry());
        List<Part> parts = parts(new StageTopology(config, SchemaRegistries.of(REGISTRY), meters)
                .build()
                .describe());
        Markdown page = Markdown.page("Topology")
                .paragraph(
                        "What `StageTopology` builds. Kafka Streams cuts it where records change tasks: part 1 has the tasks"
                                + " 1_0, 1_1, …, one for each partition of the topics that it reads, and part 2 likewise. Rounded"
                                + " boxes are topics, cylinders are stores. The picture leaves out what only sorts records by class;"
                                + " the tables name every node.")
                .fenced("mermaid", picture(parts));
        for (Part part : parts) {
            page.heading(part.title).table(List.of("node", "what", "next"), rows(part));
        }
        return page.toString();
    }

    private static List<Part> parts(TopologyDescription topology) {
        Stream<Part> tasks = topology.subtopologies().stream()
                .sorted(Comparator.comparingInt(TopologyDescription.Subtopology::id))
                .map(part -> new Part("Part " + part.id(), sorted(part.nodes())));
        Stream<Part> globals = topology.globalStores().stream()
                .map(global -> new Part(
                        "On every instance: " + global.processor().name(),
                        List.of(global.source(), global.processor())))
                .sorted(Comparator.comparing(Part::title));
        return Stream.concat(tasks, globals).toList();
    }

    private static List<Node> sorted(Set<Node> nodes) {
        return nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
    }

    private static List<List<String>> rows(Part part) {
        List<List<String>> rows = new ArrayList<>();
        for (Node node : part.nodes) {
            List<String> next = node.successors().stream().map(Node::name).toList();
            rows.add(List.of(Markdown.code(node.name()), what(node), codes(next)));
        }
        return rows;
    }

    private static String what(Node node) {
        if (node instanceof Source source) {
            return "reads " + codes(source.topicSet());
        }
        if (node instanceof Sink sink) {
            return "writes " + Markdown.code(sink.topic());
        }
        Set<String> stores = ((Processor) node).stores();
        return stores.isEmpty() ? "" : "stores " + codes(stores);
    }

    private static String codes(Iterable<String> names) {
        Set<String> sorted = new TreeSet<>();
        names.forEach(name -> sorted.add(Markdown.code(name)));
        return String.join(", ", sorted);
    }

    private static String picture(List<Part> parts) {
        StringBuilder picture = new StringBuilder("flowchart LR\n");
        Set<String> edges = new TreeSet<>();
        for (Part part : parts) {
            picture.append("  subgraph ").append('"').append(part.title).append("\"\n");
            part.nodes.stream()
                    .filter(node -> node instanceof Processor && !isPlumbing(node))
                    .forEach(node -> picture.append("    ").append(box(node)).append('\n'));
            picture.append("  end\n");
            part.nodes.stream().filter(node -> !isPlumbing(node)).forEach(node -> draw(node, edges));
        }
        return picture + String.join("\n", edges);
    }

    private static void draw(Node node, Set<String> edges) {
        if (node instanceof Source source) {
            source.topicSet().forEach(topic -> drawNext(topic(topic), node, edges));
        } else if (node instanceof Processor processor) {
            processor.stores().forEach(store -> edges.add("  " + id(node.name()) + " --- " + store(store)));
            drawNext(id(node.name()), node, edges);
        }
    }

    private static void drawNext(String from, Node node, Set<String> edges) {
        for (Node next : node.successors()) {
            if (isPlumbing(next)) {
                drawNext(from, next, edges);
            } else {
                edges.add("  " + from + " --> " + (next instanceof Sink sink ? topic(sink.topic()) : id(next.name())));
            }
        }
    }

    private static boolean isPlumbing(Node node) {
        return node.name().matches(".*-(filter|cast|record)")
                || node.name().equals(NodeNames.BY_ORIGIN)
                || node.name().equals(NodeNames.UNREADABLE);
    }

    private static String box(Node node) {
        return id(node.name()) + "[" + node.name() + "]";
    }

    private static String topic(String name) {
        return id("topic " + name) + "([" + name + "])";
    }

    private static String store(String name) {
        return id("store " + name) + "[(" + name + ")]";
    }

    private static String id(String name) {
        return name.replaceAll("[^a-z0-9]", "_");
    }
}

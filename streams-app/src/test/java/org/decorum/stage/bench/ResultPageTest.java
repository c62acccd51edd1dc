package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ResultPageTest {

    private static final Map<String, Double> FAST =
            Map.of("urls_per_second", 12_345.6, "urls_per_second_min", 11_000.0, "urls_per_second_max", 13_000.0);

    private static KeptResult kept(String scenario, Map<String, Object> parameters, Map<String, Double> figures) {
        return new KeptResult(Kept.result(scenario, parameters, figures), "all.jsonl", false);
    }

    @Test
    void thePageHasMediansSpreadTargetsVerdictsAndConditions() {
        String page = ResultPage.of(List.of(
                        kept("a < b", Map.of("urls", 5, "runs", 3), FAST),
                        kept("slow", Map.of("urls", 5, "runs", 3), Map.of("urls_per_second", 900.4))))
                .markdown();

        assertThat(page)
                .contains(
                        "| case | `urls_per_second`, URLs/s |",
                        "| a < b | 12,346 (11,000 to 13,000); ≥ 10,000 reached |",
                        "| slow | 900; ≥ 10,000 **missed** |",
                        "* Conditions: 2026-11-30T12:00:00Z, 2 CPUs, heap 1024 MiB",
                        "[all.jsonl](all.jsonl)",
                        "](chart-cycle.svg)")
                .containsPattern("Run with: (urls 5, runs 3|runs 3, urls 5)\\.");
    }

    @Test
    void casesOfOneNameAreToldApartByWhatDiffers() {
        String page = ResultPage.of(List.of(
                        kept("steady", Map.of("host", "A", "seed", 1, "workers", 8), FAST),
                        kept("steady", Map.of("host", "B", "seed", 1, "workers", 2), FAST)))
                .markdown();

        assertThat(page).contains("| steady, host A |", "| steady, host B |").doesNotContain("workers 8 |", "seed 1 |");
    }

    @Test
    void smallSizesAreNoFigures() {
        String page = ResultPage.of(List.of(new KeptResult(Kept.result("full", Map.of(), FAST), "q.jsonl", true)))
                .markdown();

        assertThat(page).contains("full (quick)", "they are no figures");
    }

    @Test
    void aChartNamesItsAxisItsUnitItsTargetItsConditionsAndTellsAllInWords() throws Exception {
        String svg = ResultPage.of(List.of(
                        kept("a < b", Map.of(), FAST), kept("slow", Map.of(), Map.of("urls_per_second", 900.4))))
                .charts()
                .getOrDefault("chart-cycle.svg", "");

        Document parsed = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        Element root = parsed.getDocumentElement();
        assertThat(root.getAttribute("role")).isEqualTo("img");
        assertThat(root.getTextContent())
                .contains("urls per second (URLs/s)", "12,346 (≥ 10,000)", "Conditions: 2026-11-30", "a < b");
        assertThat(root.getElementsByTagName("desc").item(0).getTextContent())
                .contains("a < b 12,346 (11,000 to 13,000), reaches ≥ 10,000; slow 900, misses ≥ 10,000");
        assertThat(dashed(parsed)).isEqualTo(2);
        assertThat(svg).doesNotContain("NaN", "Infinity");
    }

    private static int dashed(Document svg) {
        NodeList lines = svg.getElementsByTagName("line");
        int dashed = 0;
        for (int i = 0; i < lines.getLength(); i++) {
            dashed += ((Element) lines.item(i)).hasAttribute("stroke-dasharray") ? 1 : 0;
        }
        return dashed;
    }
}

package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class PictureTest {

    private static final List<Visit> LOG = Logs.join(
            Logs.steady(0.02, 4, 100, 20_000),
            List.of(Logs.refusedAt(1), new Visit(2_000_000, 2_500_000, 3_000_000, Visit.OK, 3)));

    @Test
    void aPictureIsWellFormedAndNamesItsAxesUnitsAndCurves() throws Exception {
        Belief belief = new Belief(1_000_000, 390, 9, 20_000);
        String svg = Picture.of(List.of(
                new Picture.Run("Host A, < steady & slow >", LOG, List.of(belief), 400, 4),
                new Picture.Run("Host B", List.of(), List.of(), 40, 4)));

        Document parsed = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));

        assertThat(parsed.getDocumentElement().getTagName()).isEqualTo("svg");
        String words = parsed.getDocumentElement().getTextContent();
        assertThat(words)
                .contains(
                        "Host A, < steady & slow >",
                        "Host B",
                        "pages/s",
                        "requests",
                        "seconds since the first request",
                        "capacity",
                        "waiting",
                        "503s");
        NodeList curves = parsed.getElementsByTagName("polyline");
        assertThat(curves.getLength()).isEqualTo(10);
        for (int i = 0; i < curves.getLength(); i++) {
            assertThat(curves.item(i).getAttributes().getNamedItem("points").getNodeValue())
                    .doesNotContain("NaN", "Infinity");
        }
    }

    @Test
    void aSeriesCountsEachStepByItself() {
        Series series = Series.of(LOG, 0.5, 4);

        assertThat(series.steps()).isEqualTo(8);
        assertThat(series.pagesPerSecond()[1]).isCloseTo(100, within(2.1));
        assertThat(series.inFlight()[1]).isCloseTo(2, within(0.05));
        assertThat(series.inFlight()[5]).isCloseTo(3, within(0.05));
        assertThat(series.waiting()).containsExactly(0, 0, 0, 0, 1, 0, 0, 0);
        assertThat(series.refused()).containsExactly(0, 0, 1, 0, 0, 0, 0, 0);
    }

    @Test
    void aBeliefHoldsUntilTheNextOne() {
        List<Belief> beliefs = List.of(new Belief(600_000, 10, 1, 0), new Belief(1_700_000, 20, 2, 0));

        assertThat(Steps.of(beliefs, Belief::pagesPerSecond, 0.5, 5)).containsExactly(Double.NaN, 10, 10, 20, 20);
    }
}

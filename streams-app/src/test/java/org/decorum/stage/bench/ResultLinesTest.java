package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultLinesTest {

    private static final String GOOD =
            Kept.line(Kept.result("full-cycle", Map.of("urls", 5), Map.of("urls_per_second", 9_000.0)));

    @Test
    void whatWasWrittenIsReadAgain() {
        List<KeptResult> read = ResultLines.read("a.jsonl", List.of(GOOD, "", GOOD));

        assertThat(read).hasSize(2);
        assertThat(read.get(0).source()).isEqualTo("a.jsonl");
        assertThat(read.get(0).quick()).isFalse();
        BenchResult result = read.get(0).result();
        assertThat(Kept.line(result)).isEqualTo(GOOD);
        assertThat(result.missedTargets()).containsExactly("urls_per_second >= 10000");
    }

    @Test
    void whetherATargetIsMetIsFoundFromTheFigures() {
        String claims = GOOD.replace("\"met\":false", "\"met\":true")
                .replaceAll("\"missed_targets\":\\[[^]]*]", "\"missed_targets\":[]");
        assertThat(claims).isNotEqualTo(GOOD);

        assertThat(ResultLines.read("a.jsonl", List.of(claims)).get(0).result().isMet())
                .isFalse();
    }

    @Test
    void linesOfSmallSizesAreMarked() {
        List<String> marked = ResultLines.quick(List.of(GOOD));

        assertThat(ResultLines.read("a.jsonl", marked))
                .extracting(KeptResult::quick)
                .containsExactly(true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"bench\":\"cycle\"; \"bench\":\"../x\"; bench: \"../x\" (expected: a benchmark's name",
                "\"scenario\":\"full-cycle\"; \"scenario\":7; scenario: 7 (expected: a text)",
                "\"figures\"; \"numbers\"; figures: missing (expected: an object)",
                "9000.0; \"fast\"; figures.urls_per_second: \"fast\" (expected: a number)",
                "AT_LEAST; ABOUT; relation: ABOUT (expected: AT_LEAST or AT_MOST)",
                "\"bound\":10000.0; \"bound\":null; bound: null (expected: a number)",
                "\"date\":; \"day\":; date: missing (expected: a text)",
                "{\"bench\"; [{\"bench\"; no JSON"
            })
    void aLineThatIsNoResultIsNamedWithWhatWasExpected(String good, String bad, String message) {
        String line = GOOD.replace(good, bad);
        assertThat(line).isNotEqualTo(GOOD);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ResultLines.read("a.jsonl", List.of(GOOD, line)))
                .withMessageStartingWith("a.jsonl:2: ")
                .withMessageContaining(message);
    }
}

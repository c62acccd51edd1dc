package org.decorum.stage.cli.alias;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginAlias;
import org.decorum.stage.cli.CliException;
import org.jspecify.annotations.Nullable;

class AliasFileTest {

    private static final Instant DECIDED = Instant.parse("2026-01-01T00:00:00Z");

    @Example
    void aLineIsAnAliasAndTheRestIsForPeople() throws IOException {
        AliasFile file = read("""
                # one server room

                a.example g ops
                \tb.example   g\tops 0.5 # same address #2 \s
                *.blogs.example blogs.example "Jane \\"J\\" Doe" # "quoted" by a person
                """);
        file.requireSound(problem -> {});
        assertThat(file.aliases())
                .containsOnlyKeys("a.example", "b.example", "*.blogs.example")
                .containsEntry("a.example", alias("g", "ops", 1, null))
                .containsEntry("b.example", alias("g", "ops", 0.5, "same address #2"))
                .containsEntry(
                        "*.blogs.example", alias("blogs.example", "Jane \"J\" Doe", 1, "\"quoted\" by a person"));
        assertThat(file.map().originOf("x.blogs.example")).isEqualTo("blogs.example");
    }

    @Example
    void everyProblemIsToldWithItsLineAndWhatWasExpected() throws IOException {
        AliasFile file = read("""
                a.example
                WWW.b.example g ops
                c.example g ops high
                d.example g ops 2
                e.example g ops
                e.example h ops
                books.s3.amazonaws.com g ops
                f.example e.example ops
                g.example g "ops
                h.example G ops
                """);
        List<String> problems = new ArrayList<>();
        assertThatThrownBy(() -> file.requireSound(problems::add))
                .isInstanceOf(CliException.class)
                .hasMessage("aliases.txt: 9 problems, so nothing was done");
        assertThat(problems)
                .containsExactly(
                        "aliases.txt:1: 1 words (expected: HOST ORIGIN SAID-BY [CONFIDENCE] [# EVIDENCE])",
                        "aliases.txt:2: key: WWW.b.example (expected: b.example)",
                        "aliases.txt:3: high: not a confidence, 0 to 1"
                                + " (expected: HOST ORIGIN SAID-BY [CONFIDENCE] [# EVIDENCE])",
                        "aliases.txt:4: confidence: 2.0 (expected: 0 to 1)",
                        "aliases.txt:6: e.example: stands in line 5 (expected: once)",
                        "aliases.txt:7: books.s3.amazonaws.com: of an object store, where the bucket pays"
                                + " (expected: another host)",
                        "aliases.txt:9: \"ops (expected: a string of JSON, quoted)",
                        "aliases.txt:10: origin_key: G (expected: g)",
                        "aliases.txt:8: f.example -> e.example goes on to g by the alias e.example"
                                + " (expected: an origin that pays for itself, such as g)");
    }

    @Provide
    Arbitrary<String> words() {
        return Arbitraries.strings()
                .withChars(" \t\n\r\"\\#ab\u00e9\u2028.:")
                .ofMinLength(1)
                .ofMaxLength(8)
                .filter(text -> !text.isBlank());
    }

    @Property
    void whatIsWrittenIsReadAgain(
            @ForAll("words") String saidBy, @ForAll("words") String evidence, @ForAll boolean known) {
        AliasLine line = new AliasLine("*.a.example", "g", saidBy, known ? 1 : 0.25, known ? evidence : null);
        assertThat(line.text().lines()).hasSize(1);
        assertThat(AliasLine.parse(line.text())).isEqualTo(Optional.of(line));
    }

    private static AliasFile read(String text) throws IOException {
        return AliasFile.read("aliases.txt", new StringReader(text), OriginKeyer.bundled(), DECIDED);
    }

    private static OriginAlias alias(String origin, String by, double confidence, @Nullable String evidence) {
        return OriginAlias.newBuilder()
                .setOriginKey(origin)
                .setSaidBy(by)
                .setConfidence(confidence)
                .setEvidence(evidence)
                .setUpdatedAt(DECIDED)
                .build();
    }
}

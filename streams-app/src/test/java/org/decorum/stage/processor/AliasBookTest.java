package org.decorum.stage.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.RejectReason;
import org.decorum.wire.input.AliasDecoder;
import org.decorum.wire.registry.LocalRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AliasBookTest {

    private final AliasReader reader =
            new AliasReader(OriginKeyer.bundled(), new AliasDecoder(LocalRegistry.inMemory()));
    private final List<AliasBook.Refusal> complaints = new ArrayList<>();
    private final AliasBook book = new AliasBook(complaints::add);

    private long offset;

    @Test
    void anAliasIsInForceFromItsRecordToTheNextOneOfItsHost() {
        assertThat(book.originOf("a.example")).isEqualTo("a.example");
        put("a.example", "g");
        assertThat(book.originOf("a.example")).isEqualTo("g");
        put("a.example", "h");
        assertThat(book.originOf("a.example")).isEqualTo("h");
        book.remove("a.example");
        assertThat(book.originOf("a.example")).isEqualTo("a.example");
    }

    @Test
    void ofAHostWhoseNewestRecordCannotBeUsedNothingIsInForce() {
        put("a.example", "g");
        putJson("a.example", "{}");
        assertThat(book.originOf("a.example")).isEqualTo("a.example");
        assertThat(book.alias("a.example")).isEmpty();
        assertThat(refusal("a.example").reason()).isEqualTo(RejectReason.MISSING_FIELD);
    }

    @Test
    void aRefusalSaysWhyAndWhereTheRecordStandsAndEndsWhenItsCauseDoes() {
        put("b.example", "g");
        put("a.example", "b.example");
        AliasBook.Refusal refusal = refusal("a.example");
        assertThat(refusal.reason()).isEqualTo(RejectReason.ALIAS_REFUSED);
        assertThat(refusal.detail()).startsWith("a.example -> b.example goes on to g");
        assertThat(refusal.source().partition()).isEqualTo(3);
        assertThat(refusal.source().offset()).isEqualTo(1);
        assertThat(new String(refusal.source().raw(), StandardCharsets.UTF_8)).contains("b.example");
        assertThat(book.alias("a.example")).isPresent();
        put("c.example", "g");
        assertThat(book.originOf("c.example")).isEqualTo("g");
        assertThat(complaints).as("told once").containsExactly(refusal);
        book.remove("b.example");
        assertThat(book.refusals()).isEmpty();
        assertThat(book.originOf("a.example")).isEqualTo("b.example");
    }

    @ParameterizedTest
    @CsvSource({
        "A.example, g, key: A.example (expected: a.example)",
        "www.a.example, g, key: www.a.example (expected: a.example)",
        "a.example, G, origin_key: G (expected: g)",
        "books.s3.amazonaws.com, g, of an object store",
        "*, g, a star stands for whole labels"
    })
    void whatIsNotCanonicalOrNeverAliasedIsRefused(String key, String origin, String why) {
        put(key, origin);
        assertThat(book.map().accepted()).isEmpty();
        assertThat(refusal(key).reason()).isEqualTo(RejectReason.ALIAS_REFUSED);
        assertThat(refusal(key).detail()).contains(why);
    }

    @Test
    void everyReaderIsToldOnceOfEachKeyThatLeadsElsewhere() {
        put("before.example", "g");
        assertThat(book.originOf("before.example")).isEqualTo("g");
        KeyChanges.Reader one = book.reader();
        KeyChanges.Reader other = book.reader();
        put("b.example", "g");
        put("a.example", "b.example");
        assertThat(changes(one)).containsExactly("b.example");
        assertThat(changes(one)).isEmpty();
        put("b.example", "g");
        assertThat(changes(one))
                .as("a newer record that says the same, after which the other is accepted")
                .containsExactlyInAnyOrder("a.example", "b.example");
        one.close();
        book.remove("a.example");
        assertThat(changes(one)).isEmpty();
        assertThat(changes(other)).contains("a.example");
    }

    @Test
    void twoInstancesThatStartedAtDifferentTimesAgree() {
        put("a.example", "g");
        put("b.example", "a.example");
        put("a.example", "a.example");
        AliasBook late = new AliasBook(complaint -> {});
        book.rows().forEach(late::put);
        assertThat(late.map().accepted())
                .isEqualTo(book.map().accepted())
                .isEqualTo(Map.of("a.example", "a.example", "b.example", "a.example"));
    }

    private void put(String key, String origin) {
        putJson(
                key,
                "{\"origin_key\": \"" + origin + "\", \"said_by\": \"ops\", \"updated_at\": \"2026-01-01T00:00:00Z\"}");
    }

    private void putJson(String key, String json) {
        byte[] value = json.getBytes(StandardCharsets.UTF_8);
        AliasBook.Source source = new AliasBook.Source(3, offset, value);
        book.put(key, new AliasBook.Row(reader.read(key, value), offset++, source));
    }

    private AliasBook.Refusal refusal(String key) {
        return Objects.requireNonNull(book.refusals().get(key));
    }

    private static List<String> changes(KeyChanges.Reader reader) {
        List<String> changes = new ArrayList<>();
        reader.forEachChange(changes::add);
        return changes;
    }
}

package org.decorum.stage.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginAlias;
import org.decorum.schema.RejectReason;
import org.decorum.stage.table.KeyChanges;
import org.decorum.stage.table.TableReader;
import org.decorum.wire.Decoded;
import org.decorum.wire.registry.LocalRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AliasBookTest {

    private final AliasReader reader = new AliasReader(OriginKeyer.bundled(), LocalRegistry.inMemory());
    private final AliasBook book = new AliasBook();

    private long seconds;

    @Test
    void anAliasIsInForceUntilTheNextOneOfItsHost() {
        assertThat(book.originOf("a.example")).isEqualTo("a.example");
        put("a.example", "g");
        assertThat(book.originOf("a.example")).isEqualTo("g");
        put("a.example", "h");
        assertThat(book.originOf("a.example")).isEqualTo("h");
        book.set("a.example", null);
        assertThat(book.originOf("a.example")).isEqualTo("a.example");
    }

    @Test
    void ofTwoThatContradictEachOtherTheOneThatWasDecidedEarlierCounts() {
        OriginAlias earlier = alias("g");
        put("a.example", "b.example");
        assertThat(book.originOf("a.example")).isEqualTo("b.example");
        book.set("b.example", earlier);
        assertThat(book.map().accepted()).isEqualTo(Map.of("b.example", "g"));
        assertThat(book.map().refused()).containsOnlyKeys("a.example");
    }

    @Test
    void aRefusalIsTakenOnceAndEndsWhenItsCauseDoes() {
        KeyChanges.Reader refusals = book.refusalReader();
        put("b.example", "g");
        put("a.example", "b.example");
        assertThat(changes(refusals)).containsExactly("a.example");
        assertThat(book.takeRefusal("a.example"))
                .hasValueSatisfying(why -> assertThat(why).startsWith("a.example -> b.example goes on to g"));
        put("c.example", "g");
        assertThat(book.originOf("c.example")).isEqualTo("g");
        assertThat(changes(refusals)).isEmpty();
        assertThat(book.takeRefusal("a.example")).isEmpty();
        assertThat(book.alias("a.example")).isPresent();

        book.set("b.example", null);
        assertThat(book.originOf("a.example")).isEqualTo("b.example");
        put("b.example", "b.example");
        put("a.example", "b.example");
        put("b.example", "g");
        assertThat(book.map().refused()).containsOnlyKeys("b.example");
        assertThat(changes(refusals)).containsExactly("b.example");
        book.set("a.example", null);
        assertThat(book.originOf("b.example")).isEqualTo("g");
        assertThat(book.takeRefusal("b.example")).as("it is over").isEmpty();
    }

    @Test
    void whoeverComesLaterHearsOfRefusalsThatNobodyHasTaken() {
        put("b.example", "g");
        put("a.example", "b.example");
        put("c.example", "b.example");
        assertThat(book.map().refused()).hasSize(2);
        assertThat(book.takeRefusal("c.example")).isPresent();
        assertThat(changes(book.refusalReader())).containsExactly("a.example");
    }

    @ParameterizedTest
    @CsvSource({
        "A.example, g, key: A.example (expected: a.example)",
        "www.a.example, g, key: www.a.example (expected: a.example)",
        "a.example, G, origin_key: G (expected: g)",
        "books.s3.amazonaws.com, g, of an object store",
        "*, g, a star stands for whole labels"
    })
    void whatIsNotCanonicalOrNeverAliasedIsRefusedByItself(String key, String origin, String why) {
        assertThat(reader.read(key, json(origin))).isInstanceOfSatisfying(Decoded.Failed.class, failed -> {
            assertThat(failed.reason()).isEqualTo(RejectReason.ALIAS_REFUSED);
            assertThat(failed.detail()).contains(why);
        });
    }

    @Test
    void aValueThatIsTooLargeIsNotLookedInto() {
        byte[] large = (" ".repeat(TableReader.VALUE_BYTES_MAX) + "{}").getBytes(StandardCharsets.UTF_8);
        assertThat(reader.read("a.example", large))
                .isInstanceOfSatisfying(
                        Decoded.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo(RejectReason.UNREADABLE));
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
        book.set("a.example", null);
        assertThat(changes(one)).isEmpty();
        assertThat(changes(other)).contains("a.example");
    }

    @Test
    void twoInstancesThatStartedAtDifferentTimesAgree() {
        put("a.example", "g");
        put("b.example", "a.example");
        put("a.example", "a.example");
        AliasBook late = new AliasBook();
        book.aliases().forEach(late::set);
        assertThat(late.map().accepted())
                .isEqualTo(book.map().accepted())
                .isEqualTo(Map.of("a.example", "a.example", "b.example", "a.example"));
    }

    /** Each is decided a second after the one before. */
    private void put(String key, String origin) {
        book.set(key, alias(origin));
    }

    private OriginAlias alias(String origin) {
        return ((Decoded.Ok<OriginAlias>) reader.read("any.example", json(origin))).value();
    }

    private byte[] json(String origin) {
        return ("{\"origin_key\": \"" + origin + "\", \"said_by\": \"ops\", \"updated_at\": \""
                        + Instant.ofEpochSecond(seconds++) + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> changes(KeyChanges.Reader reader) {
        List<String> changes = new ArrayList<>();
        reader.someChanges(1_000, changes::add);
        return changes;
    }
}

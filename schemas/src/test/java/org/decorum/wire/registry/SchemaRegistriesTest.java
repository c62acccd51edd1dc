package org.decorum.wire.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRegistriesTest {

    private static final SchemaSource SCHEMA = new SchemaSource(SchemaSource.AVRO, "\"string\"");

    @Test
    void aMockScopeIsSharedByAllWhoNameItAndByNobodyElse() {
        SchemaRegistries.of("mock://scope-a").register("s", SCHEMA);

        assertThat(SchemaRegistries.of("mock://scope-a").subjects()).containsExactly("s");
        assertThat(SchemaRegistries.of("mock://scope-b").subjects()).isEmpty();
    }

    @Test
    void aDroppedScopeStartsAnew() {
        SchemaRegistries.of("mock://scope-c").register("s", SCHEMA);
        SchemaRegistries.dropScope("scope-c");

        assertThat(SchemaRegistries.of("mock://scope-c").subjects()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost:8081",
                "ftp://h/",
                "http://",
                "http://a:8081,,http://b:8081",
                "http://a b/",
                "http:///x"
            })
    void aUrlThatIsNoneSaysWhatOneLooksLike(String url) {
        assertThatThrownBy(() -> SchemaRegistries.of(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("schema.registry.url: ")
                .hasMessageEndingWith("(expected: http://host:port, https://host:port or mock://scope)");
    }
}

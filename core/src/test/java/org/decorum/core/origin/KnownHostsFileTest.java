package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import org.decorum.core.origin.KeyResult.Keyed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownHostsFileTest {

    @Test
    void aUserAddsAStoreWithoutABuild() throws IOException {
        OriginKeyer keyer = with("""
                [object-store minio]
                host {bucket}.s3.shop.example
                key  *  {bucket}
                host s3.shop.example
                key  /{bucket}  {bucket}
                key  *          -
                """);

        assertThat(keyer.key("https://pics.s3.shop.example/a").printed()).isEqualTo("minio:pics");
        assertThat(keyer.key("https://s3.shop.example/pics/a").printed()).isEqualTo("minio:pics");
        assertThat(keyer.key("https://s3.shop.example/").printed()).isEqualTo("s3.shop.example");
        assertThat(keyer.key("https://s3.amazonaws.com/pics/a").printed()).isEqualTo("s3:pics");
    }

    @Test
    void aUsersRuleComesBeforeABundledOne() throws IOException {
        OriginKeyer keyer = with("[site mine]\nhost {name}.cloudfront.net\n");

        assertThat(((Keyed) keyer.key("https://d1.cloudfront.net/")).kind()).isEqualTo(OriginKind.SITE);
    }

    @Test
    void constantsOfAHostLineFillItsKeysAndAreEmptyElsewhere() throws IOException {
        OriginKeyer keyer = with("""
                [object-store lake]
                host {bucket}.a.example
                host {bucket}.b.example  realm=b:
                key  *  {realm}{bucket}  {realm}all
                """);

        assertThat(((Keyed) keyer.key("http://x.a.example/")).service().bucket())
                .isEqualTo("x");
        assertThat(keyer.key("http://x.a.example/").printed()).isEqualTo("lake:all");
        assertThat(((Keyed) keyer.key("http://x.b.example/")).service().bucket())
                .isEqualTo("b:x");
        assertThat(keyer.key("http://x.b.example/").printed()).isEqualTo("lake:b:all");
    }

    @Test
    void theLongestLiteralTailWinsWhateverTheOrder() throws IOException {
        OriginKeyer keyer = with("""
                [cdn wide]
                host {name+}.shop.example
                [image-service narrow]
                host {name}.img.shop.example
                """);

        assertThat(((Keyed) keyer.key("http://a.img.shop.example/")).kind()).isEqualTo(OriginKind.IMAGE_SERVICE);
        assertThat(((Keyed) keyer.key("http://a.css.shop.example/")).kind()).isEqualTo(OriginKind.CDN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "[planet x] | kind: planet (expected: site, object-store, cdn or image-service)",
                "bucket x | bucket (expected: [kind service], class, host or key)",
                "class x | columns: 2 (expected: class name regular-expression)",
                "key * - | key without a host (expected: host lines before it)",
                "host {a.example | expected: a closed bracket",
                "host {a}.{a}.b.example | expected: each variable once",
                "host {a:nowhere}.b.example | expected: a declared class",
                "host {a}.example | expected: two literal labels at the end",
                "host {a}.b.example name | constant: name (expected: name=value)",
                "host {a}.b.example; key * {b} | template: {b} (expected: variables of the pattern)",
                "host {a}.b.example; key /?q {a} | query: q (expected: name=pattern)",
                "class x [; host {a:x}.b.example | expected: valid names and classes",
            })
    void refusesALineThatItCannotRead(String text, String message) {
        assertThatThrownBy(() -> with(text.replace("; ", "\n")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("known hosts, line ")
                .hasMessageContaining(message);
    }

    private static OriginKeyer with(String file) throws IOException {
        return new OriginKeyer(PublicSuffixList.bundled(), KnownHosts.bundled().extendedBy(new StringReader(file)));
    }
}

package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AliasRuleTest {

    private static final OriginKeyer KEYER = OriginKeyer.bundled();

    @ParameterizedTest
    @CsvSource({
        "a.example, g, a.example, g",
        "WWW.A.example, Bücher.example., a.example, xn--bcher-kva.example",
        "*.Blogs.example, blogs.example, *.blogs.example, blogs.example",
        "192.0.2.7, 0xc0000208, 192.0.2.7, 192.0.2.8",
        "pictures.example, s3:books, pictures.example, s3:books",
        "pictures.example, books.s3.amazonaws.com, pictures.example, s3:books",
        "cloudfront.net, g, cloudfront.net, g",
        "a.example, a.example, a.example, a.example"
    })
    void anAliasIsTheSameHoweverItIsWritten(String key, String origin, String canonicalKey, String canonicalOrigin) {
        AliasRule.Usable usable = new AliasRule.Usable(canonicalKey, canonicalOrigin);
        assertThat(AliasRule.of(key, origin, KEYER)).isEqualTo(usable);
        assertThat(AliasRule.of(canonicalKey, canonicalOrigin, KEYER))
                .as("and stays it")
                .isEqualTo(usable);
    }

    @ParameterizedTest
    @CsvSource({
        "*, g, *: a star stands for whole labels",
        "*., g, no name",
        "'', g, no name",
        "https://a.example/, g, not a bare host",
        "a.example, https://b.example/, origin_key: https://b.example/: not a bare host",
        "a.example, *.b.example, origin_key: *.b.example: ",
        "a.example, '', origin_key: : ",
        "s3:books, g, of an object store",
        "books.s3.amazonaws.com, g, of an object store",
        "s3.amazonaws.com, g, of an object store",
        "storage.googleapis.com, g, of an object store",
        "*.s3.amazonaws.com, g, an object store"
    })
    void whatIsNoAliasIsRefusedWithWhatIsExpected(String key, String origin, String why) {
        AliasRule rule = AliasRule.of(key, origin, KEYER);
        assertThat(rule).isInstanceOf(AliasRule.Unusable.class);
        assertThat(((AliasRule.Unusable) rule).detail()).contains(why, "(expected: ");
    }
}

package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.Stream;
import org.decorum.core.origin.KeyResult.Keyed;
import org.decorum.core.origin.KeyResult.Rejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginKeyerTest {
    private final OriginKeyer keyer = OriginKeyer.bundled();

    @Test
    void everySpellingOfOneServerHasOneKey() {
        assertThat(Stream.of(
                                "http://exampl%65.org/",
                                "https://EXAMPLE.org:8443/x",
                                "http://example.org./",
                                "http://user@www.example.org",
                                "http:\\\\example.org\\x")
                        .map(url -> keyer.key(url).printed()))
                .containsOnly("example.org");
    }

    @Test
    void namesThatOnlyLookAlikeStayApart() {
        assertThat(Stream.of(
                                "http://foo_bar.example/",
                                "http://x_y.example/",
                                "http://list.d.example/",
                                "http://item.d.example/",
                                "http://stra\u00dfe.example/",
                                "http://strasse.example/")
                        .map(url -> keyer.key(url).printed()))
                .doesNotHaveDuplicates()
                .noneMatch(key -> key.isEmpty() || key.contains("null") || key.startsWith("REJECT"));
    }

    @Test
    void whatHasNoHostHasNoKeyEither() {
        assertThat(Stream.of("http:///", "mailto:a@b", "", "http://x..y/").map(keyer::key))
                .allSatisfy(result -> assertThat(result).isInstanceOf(Rejected.class));
    }

    @Test
    void lengthsOfLabelsAndNamesAreThoseOfDns() {
        String label = "a".repeat(63);
        String longest = String.join(".", label, label, label, "b".repeat(61));

        assertThat(keyer.key("http://" + longest + "/").printed()).isEqualTo(longest);
        assertThat(keyer.key("http://" + longest + "./").printed()).isEqualTo(longest);
        assertThat(keyer.key("http://" + longest + "b/").printed()).isEqualTo("REJECT:dns-name-length");
        assertThat(keyer.key("http://" + label + "a.example/").printed()).isEqualTo("REJECT:dns-label-length");
        assertThat(keyer.key("http://" + "\u00fc".repeat(60) + ".example/").printed())
                .isEqualTo("REJECT:dns-label-length");
        assertThat(keyer.key("http://" + "\u00fc".repeat(1 << 20) + "/").printed())
                .isEqualTo("REJECT:dns-name-length");
        assertThat(keyer.key("http://" + "a.".repeat(1 << 19) + "a/").printed()).isEqualTo("REJECT:dns-name-length");
    }

    @Test
    void theDefaultLocaleDoesNotMatter() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            assertThat(keyer.key("HTTP://WIKI.Example/").printed()).isEqualTo("wiki.example");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://data.s3.amazonaws.com/k",
                "https://data.s3.us-gov-east-1.amazonaws.com/k",
                "https://p.s3-accesspoint.eu-west-1.amazonaws.com/k",
                "https://acct.blob.core.windows.net/pics/a.png",
                "https://s3.amazonaws.com/",
                "https://www.shop.example/",
                "https://m\u00fcnchen.example/",
                "http://0x7f.1/",
                "http://[1::0:8]/"
            })
    void theKeyOfAKeyIsItself(String url) {
        String key = keyer.key(url).printed();

        assertThat(keyer.keyOf(key).printed()).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x..y", "a/b", "a@b", "a?b", "a#b", "s3:", "s3:a b", "gcs:a?b", "ftp:x", "http://x/"})
    void whatIsNeitherHostNorKeyIsRejected(String text) {
        assertThat(keyer.keyOf(text)).isInstanceOf(Rejected.class);
    }

    @Test
    void aBareHostIsKeyedLikeAUrlOfIt() {
        assertThat(keyer.keyOf("WWW.Example.ORG.").printed()).isEqualTo("example.org");
        assertThat(keyer.keyOf("[2001:DB8::0:1]").printed()).isEqualTo("[2001:db8::1]");
        assertThat(keyer.keyOf("data.s3.amazonaws.com").printed()).isEqualTo("s3:data");
        assertThat(keyer.keyOf("unknown:443").printed()).isEqualTo("unknown");
    }

    @Test
    void saysHowAKeyCameAbout() {
        Keyed site = (Keyed) keyer.key("http://WWW.Example.org./");
        assertThat(site.steps().list()).containsExactly(Step.LOWER_CASED, Step.ROOT_DOT_REMOVED, Step.WWW_REMOVED);
        assertThat(site.why()).contains("www. removed: what remains has a registrable domain");

        Keyed bucket = (Keyed) keyer.key("https://data.storage.googleapis.com/k");
        assertThat(bucket.why()).singleElement().asString().startsWith("object-store gcs: matches {bucket+}.");

        assertThat(((Keyed) keyer.key("https://example.org/")).why()).isEmpty();
        assertThat(((Rejected) keyer.key("ftp://example.org/")).detail()).isEqualTo("scheme is not http or https");
    }
}

package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.decorum.core.origin.KeyResult.Keyed;

class OriginKeyerPropertyTest {
    private final OriginKeyer keyer = OriginKeyer.bundled();

    @Provide
    Arbitrary<String> labels() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .numeric()
                .withChars("-_")
                .ofMinLength(1)
                .ofMaxLength(12)
                .filter(label -> !label.startsWith("xn--") && !label.equals("www"));
    }

    @Provide
    Arbitrary<String> hosts() {
        return labels().list().ofMinSize(1).ofMaxSize(4).map(labels -> String.join(".", labels) + ".example");
    }

    @Provide
    Arbitrary<String> foreignLabels() {
        return Arbitraries.of(
                        "\u00e4", "\u00f6", "\u00e9", "\u0431", "\u0436", "\u4e2d", "\u56fd", "\u3042", "\u03b1", "a")
                .list()
                .ofMinSize(1)
                .ofMaxSize(6)
                .map(letters -> String.join("", letters));
    }

    @Property
    void aCanonicalHostIsItsOwnKey(@ForAll("hosts") String host) {
        assertThat(keyer.key("http://" + host + "/").printed()).isEqualTo(host);
    }

    @Property
    void spellingNeverSplitsAKey(
            @ForAll("hosts") String host,
            @ForAll @Size(64) List<Boolean> upper,
            @ForAll @Size(64) List<Boolean> escape) {
        StringBuilder spelled = new StringBuilder();
        for (int i = 0; i < host.length(); i++) {
            String letter = String.valueOf(host.charAt(i));
            letter = upper.get(i % 64) ? letter.toUpperCase(Locale.ROOT) : letter;
            spelled.append(escape.get(i % 64) ? String.format("%%%02x", (int) letter.charAt(0)) : letter);
        }

        assertThat(keyer.key("HTTP:/\\u:p@" + spelled + ".:443?x").printed()).isEqualTo(host);
    }

    @Property
    void differentHostsNeverShareAKey(@ForAll("hosts") String one, @ForAll("hosts") String other) {
        Assume.that(!one.equals(other));

        assertThat(keyer.key("http://" + one + "/").printed())
                .isNotEqualTo(keyer.key("http://" + other + "/").printed());
    }

    @Property
    void unicodeAndPunycodeAreOneName(@ForAll("foreignLabels") String label) {
        String expected = IDN.toASCII(label) + ".example";

        assertThat(keyer.key("http://" + label + ".example/").printed()).isEqualTo(expected);
        assertThat(keyer.key("http://" + label.toUpperCase(Locale.ROOT) + ".example/")
                        .printed())
                .isEqualTo(expected);
        assertThat(keyer.key("http://" + expected + "/").printed()).isEqualTo(expected);
    }

    @Property
    void anAddressHasOneKeyInEveryNotation(@ForAll int bits) {
        Ipv4Address address = new Ipv4Address(bits);
        long number = Integer.toUnsignedLong(bits);

        for (String written : List.of(
                address.dotted(),
                Long.toString(number),
                "0x" + Long.toHexString(number),
                "0" + Long.toOctalString(number),
                (bits >>> 24) + "." + (bits & 0xffffff),
                "0x" + Integer.toHexString(bits >>> 24) + "." + (bits >>> 16 & 0xff) + "." + (bits & 0xffff) + ".")) {
            assertThat(keyer.key("http://" + written + "/").printed()).isEqualTo(address.dotted());
        }
    }

    @Property
    void everyIpv6AddressReadsBackFromItsKey(@ForAll long high, @ForAll long low, @ForAll boolean zeroes) {
        Ipv6Address address = new Ipv6Address(zeroes ? high & 0xffff_0000_0000_ffffL : high, zeroes ? low >>> 32 : low);
        String key = address.bracketed();

        assertThat(keyer.key("http://" + key.toUpperCase(Locale.ROOT) + "/").printed())
                .isEqualTo(key);
        assertThat(Ipv6Address.parse(key, 1, key.length() - 1)).contains(address);
    }

    @Property
    void arbitraryTextNeverThrowsAndKeysAreStable(@ForAll String text) {
        checkStable(text);
        checkStable("http://" + text);
        checkStable("https://" + text + ".example/" + text);
    }

    @Property
    void arbitraryBytesNeverThrow(@ForAll byte[] bytes) {
        checkStable("http://" + new String(bytes, StandardCharsets.ISO_8859_1));
        checkStable("http://" + new String(bytes, StandardCharsets.UTF_8));
    }

    private void checkStable(String url) {
        if (keyer.key(url) instanceof Keyed keyed) {
            KeyInvariants.check(keyer, keyed);
        }
    }
}

package org.decorum.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.decorum.core.origin.OriginKeyer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyKeyTest {

    private static final OriginKeyer KEYER = OriginKeyer.bundled();

    @ParameterizedTest
    @CsvSource({
        "example.com, example.com",
        "WWW.Example.com, example.com",
        "example.com., example.com",
        "bücher.example, xn--bcher-kva.example",
        "127.1, 127.0.0.1",
        "s3:books, s3:books",
        "books.s3.amazonaws.com, s3:books",
        "*, *",
        "*.example.com, *.example.com",
        "*.Bücher.example, *.xn--bcher-kva.example",
        "*.www.example.com, *.www.example.com",
        "*.co.uk, *.co.uk",
        "*.de, *.de"
    })
    void aKeyIsTheSameHoweverItIsWritten(String written, String canonical) {
        assertThat(PolicyKey.of(written, KEYER)).isEqualTo(new PolicyKey.Canonical(canonical));
        assertThat(PolicyKey.of(canonical, KEYER)).as("and stays it").isEqualTo(new PolicyKey.Canonical(canonical));
    }

    @ParameterizedTest
    @CsvSource({
        "https://example.com/, not a bare host",
        "*., no name",
        "*.*.example.com, a star stands for whole labels",
        "ex*mple.com, a star stands for whole labels",
        "*example.com, a star stands for whole labels",
        "a.*.example.com, a star stands for whole labels",
        "*.s3.amazonaws.com, an object store",
        "*.0.0.1, *.0.0.1: ",
        "*..example.com, *..example.com: ",
        "'', no name"
    })
    void whatNamesNobodyIsUnusable(String written, String why) {
        PolicyKey key = PolicyKey.of(written, KEYER);
        assertThat(key).isInstanceOf(PolicyKey.Unusable.class);
        assertThat(((PolicyKey.Unusable) key).detail()).contains(why, "(expected: ");
    }

    @Test
    void theKeyItselfIsMostSpecificThenTheLongestSuffixThenEverybody() {
        assertThat(PolicyKey.candidates("a.b.example.com"))
                .containsExactly("a.b.example.com", "*.b.example.com", "*.example.com", "*.com", "*");
    }

    @Test
    void bucketsAndAddressesHaveNoNamesAbove() {
        assertThat(PolicyKey.candidates("s3:books.example.com")).containsExactly("s3:books.example.com", "*");
        assertThat(PolicyKey.candidates("[2001:db8::1]")).containsExactly("[2001:db8::1]", "*");
        assertThat(PolicyKey.matches("*.example.com", "s3:books.example.com")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "*.example.com, a.example.com, true",
        "*.example.com, b.a.example.com, true",
        "*.example.com, example.com, false",
        "*.example.com, notexample.com, false",
        "*, s3:books, true",
        "example.com, example.com, true",
        "example.com, a.example.com, false"
    })
    void aPatternIsForTheNamesBelow(String policyKey, String key, boolean matches) {
        assertThat(PolicyKey.matches(policyKey, key)).isEqualTo(matches);
        assertThat(PolicyKey.candidates(key).contains(policyKey))
                .as("as the candidates say")
                .isEqualTo(matches);
    }
}

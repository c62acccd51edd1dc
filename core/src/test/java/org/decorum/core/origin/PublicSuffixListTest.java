package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicSuffixListTest {

    @ParameterizedTest
    @CsvSource({
        "a.b.uk, b.uk",
        "a.b.co.uk, b.co.uk",
        "co.uk, ''",
        "uk, ''",
        "x.y.ck, x.y.ck",
        "w.x.y.ck, x.y.ck",
        "y.ck, ''",
        "www.ck, www.ck",
        "a.www.ck, www.ck",
        "a.b.unlisted, b.unlisted",
        "unlisted, ''",
        "a.xn--fiqs8s, a.xn--fiqs8s",
    })
    void followsTheAlgorithmOfTheList(String host, String expected) throws IOException {
        PublicSuffixList list = PublicSuffixList.read(new StringReader("""
                // VERSION: 2026-02-03_04-05-06_UTC
                uk
                co.uk

                // wildcard and exception
                *.ck
                !www.ck
                \u4e2d\u56fd
                """));

        assertThat(list.registrableDomain(host).orElse("")).isEqualTo(expected);
        assertThat(list.version()).isEqualTo("2026-02-03_04-05-06_UTC");
    }

    @Test
    void theBundledListIsDatedAndHasBothSections() {
        PublicSuffixList list = PublicSuffixList.bundled();

        assertThat(list.version()).matches("20\\d\\d-\\d\\d-\\d\\d_.*").isGreaterThanOrEqualTo("2026");
        assertThat(list.registrableDomain("a.b.co.uk")).contains("b.co.uk");
        assertThat(list.registrableDomain("a.b.github.io")).contains("b.github.io");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "// nothing but a comment", "a.*.b", "!", "*."})
    void refusesWhatIsNoList(String text) {
        assertThatThrownBy(() -> PublicSuffixList.read(new StringReader(text)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("(expected: ");
    }
}

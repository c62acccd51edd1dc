package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.decorum.core.TestTable;
import org.decorum.core.origin.KeyResult.Keyed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SiteKeyTest {
    private final OriginKeyer keyer = OriginKeyer.bundled();

    static Stream<Arguments> cases() {
        return TestTable.rows(SiteKeyTest.class, "site-keys.txt");
    }

    @ParameterizedTest(name = "{2}: {0} is keyed {1}")
    @MethodSource("cases")
    void keysASiteByItsCanonicalHost(String url, String expected, String why) {
        KeyResult result = keyer.key(url);
        assertThat(result instanceof Keyed keyed ? keyed.siteKey() : result.printed())
                .as(why)
                .isEqualTo(expected);
    }
}

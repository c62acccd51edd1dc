package org.decorum.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostTest {

    @ParameterizedTest
    @CsvSource({
        "search, 4, kind:search",
        "page, 2, kind:page",
        "image, 1, kind:image",
        "IMAGE, 1, kind:image",
        "video, 1, default",
        ", 1, default"
    })
    void theKindOfARequestWeighsUnlessThePublisherSaysOtherwise(String kind, int units, String rule) {
        assertThat(Cost.of(null, kind)).isEqualTo(new Cost(units, rule));
        assertThat(Cost.of(7, kind)).isEqualTo(new Cost(7, "request"));
    }

    @Test
    void readsAKindTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(Cost.of(null, "IMAGE").rule()).isEqualTo("kind:image");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1001"})
    void refusesAWeightOutOfRange(int units) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cost.of(units, null))
                .withMessage("units: " + units + " (expected: 1 to 1000)");
    }
}

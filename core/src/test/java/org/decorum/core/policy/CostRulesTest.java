package org.decorum.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.origin.RequestTarget;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostRulesTest {

    private static final String URL = "https://example.org/search/all?q=%20x&page";

    private ContentTypes seen = ContentTypes.NONE;

    @ParameterizedTest
    @CsvSource({
        "search, 4, kind:search",
        "page, 2, kind:page",
        "image, 1, kind:image",
        "IMAGE, 1, kind:image",
        "video, 1, default",
        ", 1, default"
    })
    void theKindOfARequestWeighsUnlessThePublisherSaysOtherwise(@Nullable String kind, int units, String rule) {
        assertThat(CostRules.BY_KIND.of(CostClues.of(null, kind, URL), seen)).isEqualTo(new Cost(units, rule));
        assertThat(CostRules.BY_KIND.of(CostClues.of(7, kind, URL), seen)).isEqualTo(new Cost(7, "request"));
    }

    @Test
    void readsAKindTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(CostRules.BY_KIND
                            .of(CostClues.of(null, "IMAGE", URL), seen)
                            .rule())
                    .isEqualTo("kind:image");
            assertThat(new CostRule("IMAGE", null, null, "IMAGE/*", 1).name())
                    .isEqualTo("kind:image,content-type:image/*");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void theFirstRuleWhoseConditionsAllHoldCounts() {
        CostRules rules = new CostRules(List.of(
                new CostRule("page", "/search*", null, null, 9),
                new CostRule(null, "/search*", "missing", null, 8),
                new CostRule(null, "/search*", "q", null, 7),
                new CostRule(null, "*", null, null, 6)));
        assertThat(cost(rules, "page", URL)).isEqualTo(new Cost(9, "kind:page,path:/search*"));
        assertThat(cost(rules, null, URL)).isEqualTo(new Cost(7, "path:/search*,query:q"));
        assertThat(cost(rules, null, "https://example.org/")).isEqualTo(new Cost(6, "path:*"));
    }

    @ParameterizedTest
    @CsvSource({
        "/a,       /a,            true",
        "/a,       /a/b,          false",
        "/a*,      /a/b?x#y,      true",
        "/a*,      /b/a,          false",
        "*.png,    /x/y.png,      true",
        "*.png,    /x/y.png/z,    false",
        "/*/b/*,   /a/b/c,        true",
        "/*/b/*,   /b/c,          false",
        "/a*a,     /a,            false",
        "/*ab*ab,  /abab,         true",
        "/*ab*ab,  /ab,           false",
        "/search*, /x/../search,  true",
        "/search*, \\search,      true",
        "/a,       ?a,            false",
        "/,        '',            true"
    })
    void aStarInAPathStandsForAnyCharacters(String glob, String target, boolean matches) {
        CostRules rules = new CostRules(List.of(new CostRule(null, glob, null, null, 5)));
        assertThat(cost(rules, null, "http://example.org" + target).units()).isEqualTo(matches ? 5 : 1);
    }

    @ParameterizedTest
    @CsvSource({"q, true", "page, true", "pag, false", "Q, false", "x, false", "' x', false"})
    void aParameterMayBeThereWithoutAValue(String name, boolean there) {
        assertThat(RequestTarget.of(URL).hasParameter(name)).isEqualTo(there);
    }

    @Test
    void aContentTypeCountsOnceItWasSeenAtUrlsOfThatShape() {
        CostRules rules = new CostRules(List.of(new CostRule(null, null, null, "image/*", 3)));
        assertThat(rules.askContentTypes()).isTrue();
        assertThat(CostRules.BY_KIND.askContentTypes()).isFalse();
        assertThat(cost(rules, null, "http://example.org/img/1.png")).isEqualTo(Cost.ONE);
        seen = seen.saw("http://example.org/img/deep/1.PNG?x", "Image/PNG; charset=x");
        assertThat(cost(rules, null, "http://example.org/img/2.png")).isEqualTo(new Cost(3, "content-type:image/*"));
        assertThat(cost(rules, null, "http://example.org/img/2.html")).isEqualTo(Cost.ONE);
        assertThat(cost(rules, null, "http://example.org/2.png")).isEqualTo(Cost.ONE);
        seen = seen.saw("http://example.org/img/3.png", "nonsense");
        assertThat(cost(rules, null, "http://example.org/img/2.png").units()).isEqualTo(3);
        seen = seen.saw("http://example.org/img/3.png", "text/html");
        assertThat(cost(rules, null, "http://example.org/img/2.png")).isEqualTo(Cost.ONE);
    }

    @Test
    void theShapeThatWasSeenLongestAgoIsForgottenAndTheOthersSurviveTheStore() {
        IntStream.range(0, ContentTypes.SHAPES_MAX).forEach(i -> seen = seen.saw(url(i), "image/png"));
        seen = seen.saw(url(0), "image/gif");
        seen = seen.saw(url(99), "image/png");
        StateWriter out = new StateWriter();
        seen.write(out);
        ContentTypes read = ContentTypes.read(new StateReader(out.toBytes()));
        assertThat(read.at(RequestTarget.of(url(0)))).contains("image/gif");
        assertThat(read.at(RequestTarget.of(url(1)))).isEmpty();
        assertThat(read.at(RequestTarget.of(url(2)))).contains("image/png");
        assertThat(read.at(RequestTarget.of(url(99)))).contains("image/png");
    }

    @Test
    void refusesARuleThatCannotBeMeant() {
        refused(null, null, null, null, 1, "no condition (expected: one or more of kind, path, query, content_type)");
        refused("page", null, null, null, 0, "cost: 0 (expected: 1 to 1000)");
        refused("page", null, null, null, 1_001, "cost: 1001 (expected: 1 to 1000)");
        refused(null, "search", null, null, 1, "path: search (expected: a slash or a star in front)");
        refused(null, null, " ", null, 1, "query: blank (expected: 1 to 256 characters)");
        refused(null, null, null, "x".repeat(257), 1, "content_type: 257 characters (expected: 1 to 256 characters)");
        CostRule rule = new CostRule("page", null, null, null, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CostRules(Collections.nCopies(33, rule)))
                .withMessage("rules: [33/32]");
    }

    private static void refused(
            @Nullable String kind,
            @Nullable String path,
            @Nullable String query,
            @Nullable String type,
            int units,
            String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CostRule(kind, path, query, type, units))
                .withMessage(why);
    }

    private Cost cost(CostRules rules, @Nullable String kind, String url) {
        return rules.of(CostClues.of(null, kind, url), seen);
    }

    private static String url(int directory) {
        return "http://example.org/" + directory + "/x";
    }
}

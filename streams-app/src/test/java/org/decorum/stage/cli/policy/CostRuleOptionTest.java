package org.decorum.stage.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class CostRuleOptionTest {

    private final CostRuleOption option = new CostRuleOption();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind:search=4",
                "path:/find*=4",
                "path:/a=b,c*,query:q=1000",
                "kind:page,path:*.html,query:q,content-type:text/*=2"
            })
    void isWrittenAsItIsRead(String text) {
        assertThat(CostRuleOption.written(option.convert(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4", "kind:page", "kind:page=", "page=2", "kind:page=-1", "kind:page=9999999999"})
    void whatIsNoneIsToldWithExamples(String text) {
        assertThatThrownBy(() -> option.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "' is no cost rule (expected: kind:search=4,");
    }
}

package org.decorum.stage.cli.policy;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/** Values of a closed set as people write them: {@code start-to-start} for START_TO_START. */
final class Words {

    private Words() {}

    static String written(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static <E extends Enum<E>> E read(E[] all, String text) {
        return Arrays.stream(all)
                .filter(value -> written(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' (expected: one of "
                        + Arrays.stream(all).map(Words::written).collect(Collectors.joining(", ")) + ")"));
    }
}

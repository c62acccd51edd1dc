package org.decorum.stage.cli.capacity;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number as people write it: {@code 5000}, {@code 5k}, {@code 10M}, {@code 1.5B}; of bytes {@code 16G}, {@code 2T}. */
record Amount(double value) {

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([kKMGBT]?)");

    static final class Converter implements ITypeConverter<Amount> {
        @Override
        public Amount convert(String text) {
            Matcher written = WRITTEN.matcher(text.replace("_", ""));
            if (!written.matches()) {
                throw new TypeConversionException(
                        "'" + text + "' is no number (expected: such as 5000, 5k, 10M, 1.5B, 16G, or 2T)");
            }
            return new Amount(Double.parseDouble(written.group(1)) * factor(written.group(2)));
        }

        private static double factor(String suffix) {
            return switch (suffix) {
                case "k", "K" -> 1e3;
                case "M" -> 1e6;
                case "G", "B" -> 1e9;
                case "T" -> 1e12;
                default -> 1;
            };
        }
    }
}

package org.decorum.stage.cli.policy;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.avro.Schema.Field;
import org.decorum.schema.CostRule;
import org.decorum.schema.OriginPolicy;
import org.jspecify.annotations.Nullable;

/** The fields of a policy, by the names that they have on the command line: {@code interval} is {@code interval_micros}. */
final class Fields {

    private static final String MICROS = "_micros";

    private Fields() {}

    static List<String> names() {
        return OriginPolicy.getClassSchema().getFields().stream()
                .map(Fields::name)
                .toList();
    }

    static @Nullable Object get(OriginPolicy policy, String name) {
        return policy.get(field(name).pos());
    }

    static void put(OriginPolicy policy, String name, @Nullable Object value) {
        policy.put(field(name).pos(), value);
    }

    static OriginPolicy copy(OriginPolicy policy) {
        OriginPolicy copy = new OriginPolicy();
        names().forEach(name -> put(copy, name, get(policy, name)));
        return copy;
    }

    /** Whether it says nothing. */
    static boolean isEmpty(OriginPolicy policy) {
        return names().stream().allMatch(name -> get(policy, name) == null);
    }

    /** A value as an option takes it. */
    static String written(String name, Object value) {
        if (value instanceof List<?> rules) {
            return rules.isEmpty()
                    ? "none"
                    : rules.stream()
                            .map(rule -> CostRuleOption.written((CostRule) rule))
                            .collect(Collectors.joining(" "));
        }
        if (value instanceof Enum<?> word) {
            return Words.written(word);
        }
        return isSpan(name) && value instanceof Long micros ? new Span(micros).toString() : value.toString();
    }

    /** All that a policy says, as options say it, on one line. */
    static String words(OriginPolicy policy) {
        StringBuilder words = new StringBuilder();
        for (String name : names()) {
            Object value = get(policy, name);
            if (value != null) {
                words.append(words.isEmpty() ? "" : ", ")
                        .append(name)
                        .append(' ')
                        .append(written(name, value));
            }
        }
        return words.toString();
    }

    private static boolean isSpan(String name) {
        return field(name).name().endsWith(MICROS);
    }

    private static String name(Field field) {
        String bare = field.name().endsWith(MICROS)
                ? field.name().substring(0, field.name().length() - MICROS.length())
                : field.name();
        return bare.replace('_', '-');
    }

    private static Field field(String name) {
        String bare = name.replace('-', '_').toLowerCase(Locale.ROOT);
        Field field = OriginPolicy.getClassSchema().getField(bare);
        Field spanned = field == null ? OriginPolicy.getClassSchema().getField(bare + MICROS) : field;
        if (spanned == null) {
            throw new IllegalArgumentException("field: " + name + " (expected: one of " + names() + ")");
        }
        return spanned;
    }
}

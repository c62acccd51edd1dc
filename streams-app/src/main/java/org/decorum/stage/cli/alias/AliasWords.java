package org.decorum.stage.cli.alias;

import java.util.Optional;
import java.util.function.Function;
import org.decorum.core.origin.AliasMap;
import org.decorum.core.origin.KeyPattern;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKind;
import org.decorum.schema.OriginAlias;

/** An alias in words. */
public final class AliasWords {

    private AliasWords() {}

    /**
     * The alias that counts for a site: where it leads, who said so, how sure they were, and why.
     *
     * @param aliases what was said, by key
     */
    public static String forWhom(
            KeyResult.Keyed subject, AliasMap map, Function<String, Optional<OriginAlias>> aliases) {
        if (subject.kind() == OriginKind.OBJECT_STORE) {
            return "none  (what belongs to an object store is never aliased)";
        }
        return map.aliasOf(subject.siteKey())
                .flatMap(key -> aliases.apply(key)
                        .map(alias -> key + " -> " + alias.getOriginKey() + "  (" + source(alias) + ")"))
                .orElse("none  (of " + String.join(", ", KeyPattern.candidates(subject.siteKey())) + ")");
    }

    static String source(OriginAlias alias) {
        return "said by " + alias.getSaidBy()
                + (isSure(alias) ? "" : ", confidence " + alias.getConfidence())
                + Optional.ofNullable(alias.getEvidence())
                        .map(why -> ": " + why)
                        .orElse("");
    }

    static boolean isSure(OriginAlias alias) {
        return alias.getConfidence() >= 1;
    }

    /** Whether two say the same, whenever they were decided. */
    static boolean same(OriginAlias one, OriginAlias other) {
        return OriginAlias.newBuilder(one)
                .setUpdatedAt(other.getUpdatedAt())
                .build()
                .equals(other);
    }
}

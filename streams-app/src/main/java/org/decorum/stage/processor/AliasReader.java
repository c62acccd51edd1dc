package org.decorum.stage.processor;

import org.decorum.core.origin.AliasRule;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginAlias;
import org.decorum.schema.RejectReason;
import org.decorum.stage.table.TableReader;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.AliasDecoder;
import org.decorum.wire.registry.SchemaRegistry;
import org.decorum.wire.text.Excerpt;

/** Judges one record of {@code crawl.aliases} by itself; {@link AliasBook} judges it beside the others. */
public final class AliasReader implements TableReader<OriginAlias> {

    private final OriginKeyer keyer;
    private final AliasDecoder decoder;

    public AliasReader(OriginKeyer keyer, SchemaRegistry registry) {
        this.keyer = keyer;
        this.decoder = new AliasDecoder(registry);
    }

    /** The alias, or why it is none. Both its host and its origin must be canonical. */
    @Override
    public Decoded<OriginAlias> read(String key, byte[] value) {
        return TableReader.<OriginAlias>tooLarge(value)
                .orElseGet(() -> decoder.decode(value).flatMap(alias -> judged(key, alias)));
    }

    private Decoded<OriginAlias> judged(String key, OriginAlias alias) {
        AliasRule rule = AliasRule.of(key, alias.getOriginKey(), keyer);
        if (rule instanceof AliasRule.Unusable unusable) {
            return refused(Excerpt.ofMessage(unusable.detail()));
        }
        AliasRule.Usable usable = (AliasRule.Usable) rule;
        if (!usable.key().equals(key)) {
            return refused(spelled("key", key, usable.key()));
        }
        return usable.originKey().equals(alias.getOriginKey())
                ? Decoded.ok(alias)
                : refused(spelled("origin_key", alias.getOriginKey(), usable.originKey()));
    }

    private static String spelled(String what, String found, String canonical) {
        return what + ": " + Excerpt.of(found) + " (expected: " + Excerpt.of(canonical) + ")";
    }

    private static Decoded<OriginAlias> refused(String detail) {
        return Decoded.failed(RejectReason.ALIAS_REFUSED, detail);
    }
}

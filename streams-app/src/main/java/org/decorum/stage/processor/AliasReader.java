package org.decorum.stage.processor;

import org.decorum.core.origin.AliasRule;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginAlias;
import org.decorum.schema.RejectReason;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.AliasDecoder;

/** Reads one record of {@code crawl.aliases}, and judges it by itself; {@link AliasBook} judges it beside the others. */
public final class AliasReader {

    private final OriginKeyer keyer;
    private final AliasDecoder decoder;

    public AliasReader(OriginKeyer keyer, AliasDecoder decoder) {
        this.keyer = keyer;
        this.decoder = decoder;
    }

    /** The alias, or why it is none. Both its host and its origin must be canonical. */
    public Decoded<OriginAlias> read(String key, byte[] value) {
        return decoder.decode(value).flatMap(alias -> {
            AliasRule rule = AliasRule.of(key, alias.getOriginKey(), keyer);
            if (rule instanceof AliasRule.Unusable unusable) {
                return refused(unusable.detail());
            }
            AliasRule.Usable usable = (AliasRule.Usable) rule;
            if (!usable.key().equals(key)) {
                return refused("key: " + key + " (expected: " + usable.key() + ")");
            }
            return usable.originKey().equals(alias.getOriginKey())
                    ? Decoded.ok(alias)
                    : refused("origin_key: " + alias.getOriginKey() + " (expected: " + usable.originKey() + ")");
        });
    }

    private static Decoded<OriginAlias> refused(String detail) {
        return Decoded.failed(RejectReason.ALIAS_REFUSED, detail);
    }
}

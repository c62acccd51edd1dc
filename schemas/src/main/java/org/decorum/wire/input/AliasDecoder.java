package org.decorum.wire.input;

import org.decorum.schema.OriginAlias;
import org.decorum.wire.Decoded;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/**
 * What is on {@code crawl.aliases}: a framed {@link OriginAlias}, or the same as a JSON object. Null deletes an alias and is the
 * caller's to see first.
 */
public final class AliasDecoder {

    static final int SAID_BY_CHARS_MAX = 256;
    static final int EVIDENCE_CHARS_MAX = 4096;

    private final RecordDecoder<OriginAlias> decoder;

    public AliasDecoder(SchemaRegistry registry) {
        this.decoder = new RecordDecoder<>(OriginAlias.class, registry);
    }

    /** Never throws for what the bytes are; see {@link org.decorum.wire.AvroReader} for a registry that is away. */
    public Decoded<OriginAlias> decode(byte @Nullable [] value) {
        return decoder.decode(value).flatMap(AliasDecoder::checked);
    }

    private static Decoded<OriginAlias> checked(OriginAlias alias) {
        return new FieldChecks()
                .present("origin_key", alias.getOriginKey())
                .present("said_by", alias.getSaidBy())
                .name("said_by", alias.getSaidBy(), SAID_BY_CHARS_MAX)
                .name("evidence", alias.getEvidence(), EVIDENCE_CHARS_MAX)
                .fraction("confidence", alias.getConfidence())
                .time("updated_at", alias.getUpdatedAt())
                .verdict(alias);
    }
}

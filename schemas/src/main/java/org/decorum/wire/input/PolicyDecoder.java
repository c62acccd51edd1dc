package org.decorum.wire.input;

import org.decorum.schema.OriginPolicy;
import org.decorum.wire.Decoded;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/**
 * What is on {@code crawl.policies}: a framed {@link OriginPolicy}, or the same as a JSON object. Null deletes a policy and is the
 * caller's to see first. Which values make sense is not judged here: that is for the rules.
 */
public final class PolicyDecoder {

    private final RecordDecoder<OriginPolicy> decoder;

    public PolicyDecoder(SchemaRegistry registry) {
        this.decoder = new RecordDecoder<>(OriginPolicy.class, registry);
    }

    /** Never throws for what the bytes are; see {@link org.decorum.wire.AvroReader} for a registry that is away. */
    public Decoded<OriginPolicy> decode(byte @Nullable [] value) {
        return decoder.decode(value);
    }
}

package org.decorum.stage.policy;

import java.util.Optional;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.PolicyKey;
import org.decorum.schema.OriginPolicy;
import org.decorum.schema.RejectReason;
import org.decorum.stage.table.TableReader;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.PolicyDecoder;
import org.decorum.wire.registry.SchemaRegistry;
import org.decorum.wire.text.Excerpt;

/**
 * Judges records of {@code crawl.policies}: key, form and values. A key must be canonical: two spellings of it would be
 * two records of the topic, of which the one that nobody thinks of any more might win.
 */
public final class PolicyReader implements TableReader<OriginPolicy> {

    private final OriginKeyer keyer;
    private final PolicyDecoder decoder;

    public PolicyReader(OriginKeyer keyer, SchemaRegistry registry) {
        this.keyer = keyer;
        this.decoder = new PolicyDecoder(registry);
    }

    /** Stands in for a policy that nobody can read yet: whom it is for must wait. */
    public static OriginPolicy unjudged() {
        return OriginPolicy.newBuilder()
                .setPaused(true)
                .setNote("its policy cannot be read until a schema registry answers")
                .build();
    }

    @Override
    public Decoded<OriginPolicy> read(String key, byte[] value) {
        return TableReader.<OriginPolicy>tooLarge(value).orElseGet(() -> small(key, value));
    }

    private Decoded<OriginPolicy> small(String key, byte[] value) {
        Optional<String> wrongKey = keyProblem(key);
        return wrongKey.isPresent()
                ? Decoded.failed(RejectReason.INVALID_FIELD, wrongKey.get())
                : decoder.decode(value).flatMap(PolicyReader::checked);
    }

    /** What is wrong with a policy by itself; empty where nothing is. */
    public static Optional<String> problem(OriginPolicy policy) {
        return PolicyCheck.problem(policy);
    }

    private Optional<String> keyProblem(String key) {
        PolicyKey read = PolicyKey.of(key, keyer);
        if (read instanceof PolicyKey.Canonical canonical) {
            return canonical.text().equals(key)
                    ? Optional.empty()
                    : Optional.of("key: " + Excerpt.of(key) + " (expected: " + Excerpt.of(canonical.text()) + ")");
        }
        return Optional.of("key: " + ((PolicyKey.Unusable) read).detail());
    }

    private static Decoded<OriginPolicy> checked(OriginPolicy policy) {
        return PolicyCheck.problem(policy)
                .<Decoded<OriginPolicy>>map(problem -> Decoded.failed(RejectReason.INVALID_FIELD, problem))
                .orElseGet(() -> Decoded.ok(policy));
    }
}

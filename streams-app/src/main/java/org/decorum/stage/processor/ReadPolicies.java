package org.decorum.stage.processor;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.PolicyKey;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.PolicyDecoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts policies in force on this instance. One that cannot be read, contradicts itself, or stands under a key that is
 * not canonical changes nothing: it is logged, and the policy in force stays. Two spellings of a key would be two
 * records of the topic, of which the one that nobody thinks of any more might win.
 */
public final class ReadPolicies implements Processor<String, byte[], Void, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(ReadPolicies.class);

    private final OriginKeyer keyer;
    private final PolicyDecoder decoder;
    private final PolicyBook policies;
    private final StageMeters meters;

    public ReadPolicies(OriginKeyer keyer, PolicyDecoder decoder, PolicyBook policies, StageMeters meters) {
        this.keyer = keyer;
        this.decoder = decoder;
        this.policies = policies;
        this.meters = meters;
    }

    @Override
    public void process(Record<String, byte[]> record) {
        if (record.key() == null) {
            LOG.warn("A policy without a key is ignored (expected: the origin key)");
            return;
        }
        PolicyKey key = PolicyKey.of(record.key(), keyer);
        if (!key.equals(new PolicyKey.Canonical(record.key()))) {
            refuseKey(record.key(), key);
            return;
        }
        if (record.value() == null) {
            policies.set(record.key(), null);
            meters.policyChanged();
            return;
        }
        Decoded<OriginPolicy> decoded = decoder.decode(record.value());
        if (decoded instanceof Decoded.Failed<OriginPolicy> failed) {
            refuse(record.key(), failed.reason() + ", " + failed.detail());
            return;
        }
        try {
            policies.set(record.key(), ((Decoded.Ok<OriginPolicy>) decoded).value());
            meters.policyChanged();
        } catch (IllegalArgumentException contradictory) {
            refuse(record.key(), String.valueOf(contradictory.getMessage()));
        }
    }

    private static void refuseKey(String key, PolicyKey found) {
        if (found instanceof PolicyKey.Canonical canonical) {
            LOG.warn("The policy of {} is ignored (expected: the key {})", key, canonical.text());
        } else {
            LOG.warn("A policy is ignored, its key is not usable: {}", ((PolicyKey.Unusable) found).detail());
        }
    }

    private static void refuse(String key, String why) {
        LOG.warn("The policy of {} is not usable, the one in force stays: {}", key, why);
    }
}

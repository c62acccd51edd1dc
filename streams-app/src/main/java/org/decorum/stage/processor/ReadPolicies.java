package org.decorum.stage.processor;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.wire.Decoded;
import org.decorum.wire.input.PolicyDecoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts policies in force on this instance. One that cannot be read or contradicts itself changes nothing: it is logged
 * and counted, and the policy in force stays.
 */
public final class ReadPolicies implements Processor<String, byte[], Void, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(ReadPolicies.class);

    private final PolicyDecoder decoder;
    private final PolicyBook policies;
    private final StageMeters meters;

    public ReadPolicies(PolicyDecoder decoder, PolicyBook policies, StageMeters meters) {
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

    private static void refuse(String key, String why) {
        LOG.warn("The policy of {} is not usable, the one in force stays: {}", key, why);
    }
}

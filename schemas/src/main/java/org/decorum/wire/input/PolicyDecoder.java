package org.decorum.wire.input;

import org.decorum.schema.OriginPolicy;
import org.decorum.wire.Decoded;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/**
 * What is on {@code crawl.policies}: a framed {@link OriginPolicy}, or the same as a JSON object. Null deletes a policy and is the
 * caller's to see first. Durations reach from 1 microsecond to 365 days, and so does tau = (burst - 1) * T.
 */
public final class PolicyDecoder {

    static final long YEAR_MICROS = 365L * 24 * 3600 * 1_000_000;
    static final int COUNT_MAX = 1_000_000;
    static final int BACKLOG_MAX = 100_000_000;
    static final int ATTEMPTS_MAX = 1000;
    static final int WEIGHT_MAX = 1000;
    static final int NOTE_CHARS_MAX = 4096;

    private final RecordDecoder<OriginPolicy> decoder;

    public PolicyDecoder(SchemaRegistry registry) {
        this.decoder = new RecordDecoder<>(OriginPolicy.class, registry);
    }

    /** Never throws for what the bytes are; see {@link org.decorum.wire.AvroReader} for a registry that is away. */
    public Decoded<OriginPolicy> decode(byte @Nullable [] value) {
        return decoder.decode(value).flatMap(PolicyDecoder::checked);
    }

    private static Decoded<OriginPolicy> checked(OriginPolicy policy) {
        FieldChecks checks = new FieldChecks()
                .range("interval_micros", policy.getIntervalMicros(), 1, YEAR_MICROS)
                .range("site_interval_micros", policy.getSiteIntervalMicros(), 1, YEAR_MICROS)
                .range("burst", policy.getBurst(), 1, COUNT_MAX);
        checkTau(checks, policy.getBurst(), "interval_micros", policy.getIntervalMicros());
        checkTau(checks, policy.getBurst(), "site_interval_micros", policy.getSiteIntervalMicros());
        return checks.range("slot_micros", policy.getSlotMicros(), 1, YEAR_MICROS)
                .range("max_in_flight", policy.getMaxInFlight(), 1, COUNT_MAX)
                .range("max_attempts", policy.getMaxAttempts(), 1, ATTEMPTS_MAX)
                .range("lease_timeout_micros", policy.getLeaseTimeoutMicros(), 1, YEAR_MICROS)
                .range("backlog_max", policy.getBacklogMax(), 1, BACKLOG_MAX)
                .range("retention_micros", policy.getRetentionMicros(), 0, YEAR_MICROS)
                .range("weight", policy.getWeight(), 1, WEIGHT_MAX)
                .size("note", policy.getNote() == null ? 0 : policy.getNote().length(), NOTE_CHARS_MAX, "characters")
                .verdict(policy);
    }

    private static void checkTau(
            FieldChecks checks, @Nullable Integer burst, String intervalField, @Nullable Long intervalMicros) {
        if (burst == null || intervalMicros == null || burst < 1 || intervalMicros < 1) {
            return;
        }
        if (burst - 1 > YEAR_MICROS / intervalMicros) {
            String found = burst + " at " + intervalField + " " + intervalMicros;
            checks.fail(
                    Fault.invalid("burst", found, "(burst - 1) * interval at most " + YEAR_MICROS + " microseconds"));
        }
    }
}

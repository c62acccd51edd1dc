package org.decorum.wire.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.decorum.schema.OriginAlias;
import org.decorum.schema.OriginPolicy;
import org.decorum.schema.RejectReason;
import org.decorum.wire.AvroWriter;
import org.decorum.wire.Decoded;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.LocalRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyDecoderTest {

    private final LocalRegistry registry = LocalRegistry.inMemory();
    private final PolicyDecoder policies = new PolicyDecoder(registry);
    private final AliasDecoder aliases = new AliasDecoder(registry);

    @Test
    void anEmptyPolicyLeavesEveryDefaultInForce() {
        assertThat(policy("{}")).isEqualTo(Decoded.ok(OriginPolicy.newBuilder().build()));
    }

    @Test
    void aPolicyMaySetEveryLimit() {
        assertThat(policy("""
                        {"interval_micros": 1, "site_interval_micros": 31536000000000, "burst": 2, "slot_micros": 20000,
                         "max_in_flight": 1, "max_attempts": 1, "lease_timeout_micros": 1, "backlog_max": 1,
                         "retention_micros": 0, "weight": 1000, "paused": true, "blocked": false, "note": "agreed with their operators"}
                        """).isOk()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"interval_micros\":0} | interval_micros: 0 (expected: 1 to 31536000000000)",
                "{\"interval_micros\":-5} | interval_micros: -5 (expected: 1 to 31536000000000)",
                "{\"site_interval_micros\":0} | site_interval_micros: 0 (expected: 1 to 31536000000000)",
                "{\"burst\":0} | burst: 0 (expected: 1 to 1000000)",
                "{\"interval_micros\":31536000000000,\"burst\":3} | burst: 3 at interval_micros 31536000000000 (expected: (burst - 1) * interval at most 31536000000000 microseconds)",
                "{\"site_interval_micros\":31536000000000,\"burst\":3} | burst: 3 at site_interval_micros 31536000000000 (expected: (burst - 1) * interval at most 31536000000000 microseconds)",
                "{\"interval\":5} | interval: unknown field (expected: one of interval_micros, site_interval_micros, burst, slot_micros, max_in_flight, max_attempts, lease_timeout_micros, backlog_max, retention_micros, weight, paused, blocked, note)",
                "{\"interval_micro\":5} | interval_micro: unknown field (expected: interval_micros)",
                "{\"interval_micros\":\"5s\"} | interval_micros: \"5s\" (expected: integer of 64 bits)",
                "{\"slot_micros\":0} | slot_micros: 0 (expected: 1 to 31536000000000)",
                "{\"max_in_flight\":0} | max_in_flight: 0 (expected: 1 to 1000000)",
                "{\"max_attempts\":0} | max_attempts: 0 (expected: 1 to 1000)",
                "{\"lease_timeout_micros\":0} | lease_timeout_micros: 0 (expected: 1 to 31536000000000)",
                "{\"backlog_max\":0} | backlog_max: 0 (expected: 1 to 100000000)",
                "{\"retention_micros\":-1} | retention_micros: -1 (expected: 0 to 31536000000000)",
                "{\"paused\":1} | paused: 1 (expected: boolean)",
                "{\"weight\":1001} | weight: 1001 (expected: 1 to 1000)"
            })
    void aBadPolicyIsRefusedWithItsReason(String value, String detail) {
        assertThat(policy(value)).isEqualTo(Decoded.failed(RejectReason.INVALID_FIELD, detail));
    }

    @Test
    void framedPoliciesAreCheckedLikeJson() {
        OriginPolicy overflowing = OriginPolicy.newBuilder()
                .setIntervalMicros(PolicyDecoder.YEAR_MICROS)
                .setBurst(Integer.MAX_VALUE)
                .build();

        assertThat(policies.decode(new AvroWriter(registry).write("crawl.policies", Part.VALUE, overflowing)))
                .isEqualTo(Decoded.failed(RejectReason.INVALID_FIELD, "burst: 2147483647 (expected: 1 to 1000000)"));
    }

    @Test
    void anAliasSaysWhereAHostBelongsAndWhoSaidSo() {
        assertThat(alias("{\"origin_key\":\"g\",\"said_by\":\"me\",\"updated_at\":0}"))
                .isEqualTo(Decoded.ok(OriginAlias.newBuilder()
                        .setOriginKey("g")
                        .setSaidBy("me")
                        .setUpdatedAt(Instant.EPOCH)
                        .build()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"said_by\":\"me\",\"updated_at\":0}",
                "{\"origin_key\":\" \",\"said_by\":\"me\",\"updated_at\":0}",
                "{\"origin_key\":\"g\",\"updated_at\":0}",
                "{\"origin_key\":\"g\",\"said_by\":\"me\"}",
                "{\"origin_key\":\"g\",\"said_by\":\"me\",\"updated_at\":0,\"confidence\":1.1}",
                "{\"origin_key\":\"g\",\"said_by\":\"me\",\"updated_at\":0,\"confidence\":-0.1}",
                "{\"origin_key\":\"g\",\"said_by\":\"me\",\"updated_at\":0,\"confidence\":\"1\"}",
                "{\"origin_key\":\"g\",\"said_by\":\"me\",\"updated_at\":0,\"confidence\":1e999}"
            })
    void aBadAliasIsRefused(String value) {
        assertThat(alias(value).isOk()).isFalse();
    }

    @Test
    void aConfidenceThatIsNoNumberIsRefused() {
        OriginAlias alias = OriginAlias.newBuilder()
                .setOriginKey("g")
                .setSaidBy("me")
                .setConfidence(Double.NaN)
                .setUpdatedAt(Instant.EPOCH)
                .build();

        assertThat(aliases.decode(new AvroWriter(registry).write("crawl.aliases", Part.VALUE, alias)))
                .isEqualTo(Decoded.failed(RejectReason.INVALID_FIELD, "confidence: NaN (expected: 0 to 1)"));
    }

    private Decoded<OriginPolicy> policy(String value) {
        return policies.decode(value.getBytes(UTF_8));
    }

    private Decoded<OriginAlias> alias(String value) {
        return aliases.decode(value.getBytes(UTF_8));
    }
}

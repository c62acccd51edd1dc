package org.decorum.wire.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.decorum.schema.CostRule;
import org.decorum.schema.OriginAlias;
import org.decorum.schema.OriginPolicy;
import org.decorum.schema.RejectReason;
import org.decorum.wire.AvroWriter;
import org.decorum.wire.Decoded;
import org.decorum.wire.RecordJson;
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
                        {"profile": "cdn", "crawl_delay": "FINISH_TO_START", "crawl_delay_max_micros": 1, "priority": 9,
                         "backoff_initial_micros": 1, "backoff_cap_micros": 2, "backoff_quiet_micros": 3, "retry_after_cap_micros": 4,
                         "interval_micros": 1, "site_interval_micros": 31536000000000, "interval_max_micros": 3, "interval_start_micros": 2,
                         "burst": 2, "slot_micros": 20000,
                         "max_in_flight": 1, "max_attempts": 1, "lease_timeout_micros": 1, "backlog_max": 1,
                         "retention_micros": 0, "adaptive": true, "failure_run": 3, "misses_only": false, "weight": 1000, "paused": true, "blocked": false, "note": "agreed with their operators"}
                        """).isOk()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"interval\":5} | interval: unknown field (expected: one of profile, interval_micros, site_interval_micros, interval_max_micros, interval_start_micros, adaptive, burst, slot_micros, crawl_delay, crawl_delay_max_micros, cost_rules, max_in_flight, max_attempts, lease_timeout_micros, backlog_max, backlog_full, priority, weight, misses_only, backoff_initial_micros, backoff_cap_micros, backoff_quiet_micros, failure_run, retry_after_cap_micros, retention_micros, paused, blocked, note)",
                "{\"interval_micro\":5} | interval_micro: unknown field (expected: interval_micros)",
                "{\"interval_micros\":\"5s\"} | interval_micros: \"5s\" (expected: integer of 64 bits)",
                "{\"burst\":9999999999} | burst: 9999999999 (expected: integer of 32 bits)",
                "{\"paused\":1} | paused: 1 (expected: boolean)",
                "{\"crawl_delay\":\"IGNORED\"} | crawl_delay: IGNORED (expected: IGNORE)",
                "{\"cost_rules\":{\"kind\":\"page\",\"cost\":1}} | cost_rules: an object (expected: array of objects)",
                "{\"cost_rules\":[\"page\"]} | cost_rules[0]: \"page\" (expected: object)",
                "{\"cost_rules\":[{\"kind\":\"page\",\"cost\":1},{\"kin\":\"page\",\"cost\":1}]} | cost_rules[1].kin: unknown field (expected: kind)"
            })
    void aBadPolicyIsRefusedWithItsReason(String value, String detail) {
        assertThat(policy(value)).isEqualTo(Decoded.failed(RejectReason.INVALID_FIELD, detail));
    }

    @Test
    void aCostRuleWithoutACostMissesIt() {
        assertThat(policy("{\"cost_rules\":[{\"kind\":\"page\"}]}"))
                .isEqualTo(Decoded.failed(
                        RejectReason.MISSING_FIELD, "cost_rules[0].cost: missing (expected: integer of 32 bits)"));
    }

    @Test
    void costRulesReadAsTheyArePrinted() {
        OriginPolicy policy = OriginPolicy.newBuilder()
                .setCostRules(List.of(
                        CostRule.newBuilder().setKind("page").setCost(2).build(),
                        CostRule.newBuilder()
                                .setPath("/search*")
                                .setQuery("q")
                                .setCost(4)
                                .build()))
                .build();
        String json = RecordJson.toJson(policy);
        assertThat(json)
                .isEqualTo("{\"cost_rules\":[{\"kind\":\"page\",\"cost\":2},"
                        + "{\"path\":\"/search*\",\"query\":\"q\",\"cost\":4}]}");
        assertThat(policy(json)).isEqualTo(Decoded.ok(policy));
        assertThat(policies.decode(new AvroWriter(registry).write("crawl.policies", Part.VALUE, policy)))
                .isEqualTo(Decoded.ok(policy));
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

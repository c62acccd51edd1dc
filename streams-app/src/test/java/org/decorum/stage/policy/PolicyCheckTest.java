package org.decorum.stage.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginPolicy;
import org.decorum.schema.RejectReason;
import org.decorum.wire.AvroWriter;
import org.decorum.wire.Decoded;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.LocalRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bad policy is refused with what was found and what was expected. */
class PolicyCheckTest {

    private final LocalRegistry registry = LocalRegistry.inMemory();
    private final PolicyReader reader = new PolicyReader(OriginKeyer.bundled(), registry);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'interval_micros':0} | interval_micros: 0 (expected: 1 to 31536000000000)",
                "{'interval_micros':-5} | interval_micros: -5 (expected: 1 to 31536000000000)",
                "{'site_interval_micros':0} | site_interval_micros: 0 (expected: 1 to 31536000000000)",
                "{'burst':0} | burst: 0 (expected: 1 to 100000)",
                "{'burst':100001} | burst: 100001 (expected: 1 to 100000)",
                "{'interval_micros':31536000000000,'burst':3} | burst: 3 at interval_micros 31536000000000 (expected: (burst - 1) * interval at most 31536000000000 microseconds)",
                "{'site_interval_micros':31536000000000,'burst':3} | burst: 3 at site_interval_micros 31536000000000 (expected: (burst - 1) * interval at most 31536000000000 microseconds)",
                "{'slot_micros':0} | slot_micros: 0 (expected: 1 to 31536000000000)",
                "{'max_in_flight':0} | max_in_flight: 0 (expected: 1 to 10000)",
                "{'max_in_flight':10001} | max_in_flight: 10001 (expected: 1 to 10000)",
                "{'max_attempts':0} | max_attempts: 0 (expected: 1 to 1000)",
                "{'lease_timeout_micros':0} | lease_timeout_micros: 0 (expected: 1 to 31536000000000)",
                "{'backlog_max':0} | backlog_max: 0 (expected: 1 to 100000000)",
                "{'priority':10} | priority: 10 (expected: 0 to 9)",
                "{'retention_micros':-1} | retention_micros: -1 (expected: 0 to 315360000000000)",
                "{'weight':1001} | weight: 1001 (expected: 1 to 1000)",
                "{'profile':'quick'} | profile: quick (expected: one of polite, object-store, cdn, image-service, adaptive)",
                "{'crawl_delay_max_micros':0} | crawl_delay_max_micros: 0 (expected: 1 to 31536000000000)",
                "{'crawl_delay':'IGNORE','crawl_delay_max_micros':5} | crawl_delay_max_micros: 5 (expected: none with crawl_delay IGNORE)",
                "{'interval_micros':9,'interval_max_micros':8} | interval_max_micros: 8 (expected: at least interval_micros, 9)",
                "{'interval_micros':9,'interval_start_micros':8} | interval_start_micros: 8 (expected: at least interval_micros, 9)",
                "{'interval_start_micros':9,'interval_max_micros':8} | interval_max_micros: 8 (expected: at least interval_start_micros, 9)",
                "{'interval_max_micros':0} | interval_max_micros: 0 (expected: 1 to 31536000000000)",
                "{'interval_start_micros':0} | interval_start_micros: 0 (expected: 1 to 31536000000000)",
                "{'backoff_initial_micros':9,'backoff_cap_micros':8} | backoff_cap_micros: 8 (expected: at least backoff_initial_micros, 9)",
                "{'retry_after_cap_micros':0} | retry_after_cap_micros: 0 (expected: 1 to 31536000000000)",
                "{'cost_rules':[{'cost':5}]} | cost_rules: no condition (expected: one or more of kind, path, query, content_type)",
                "{'cost_rules':[{'kind':'page','cost':0}]} | cost_rules: cost: 0 (expected: 1 to 1000)",
                "{'intervall':5} | intervall: unknown field (expected: one of"
            })
    void isToldByField(String json, String detail) {
        assertThat(read("example.org", json)).isInstanceOfSatisfying(Decoded.Failed.class, failed -> {
            assertThat(failed.reason()).isEqualTo(RejectReason.INVALID_FIELD);
            assertThat(failed.detail()).startsWith(detail);
        });
    }

    @Test
    void framedPoliciesAreCheckedLikeJson() {
        OriginPolicy policy = OriginPolicy.newBuilder()
                .setIntervalMicros(5L)
                .setBurst(Integer.MAX_VALUE)
                .build();
        assertThat(reader.read("example.org", new AvroWriter(registry).write("crawl.policies", Part.VALUE, policy)))
                .isEqualTo(Decoded.failed(RejectReason.INVALID_FIELD, "burst: 2147483647 (expected: 1 to 100000)"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "WWW.Example.org | key: WWW.Example.org (expected: example.org)",
                "*.Example.org | key: *.Example.org (expected: *.example.org)",
                "https://example.org/ | key: https://example.org/: not a bare host",
                "*example.org | key: *example.org: a star stands for whole labels"
            })
    void soIsAKeyThatIsNotCanonical(String key, String detail) {
        assertThat(read(key, "{}"))
                .isInstanceOfSatisfying(
                        Decoded.Failed.class,
                        failed -> assertThat(failed.detail()).startsWith(detail));
    }

    @Test
    void aValueBeyondAllReasonIsNotLookedInto() {
        assertThat(read("example.org", " ".repeat(65_536) + "{}"))
                .isEqualTo(Decoded.failed(RejectReason.UNREADABLE, "value: [65538/65536] bytes"));
    }

    @Test
    void whatIsGoodPasses() {
        assertThat(read("*.example.org", "{'interval_micros':1,'profile':'cdn'}")
                        .isOk())
                .isTrue();
    }

    private Decoded<OriginPolicy> read(String key, String json) {
        return reader.read(key, json.replace('\'', '"').getBytes(UTF_8));
    }
}

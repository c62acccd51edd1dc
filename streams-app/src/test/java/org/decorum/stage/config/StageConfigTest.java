package org.decorum.stage.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.decorum.core.machine.Timing;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StageConfigTest {

    @Test
    void withoutSettingsOriginsGetThePolitePolicyAndReleasesComeAQuarterOfASecondAhead() {
        StageConfig config = config(Map.of());
        assertThat(config.defaultPolicy()).isEqualTo(Policy.POLITE);
        assertThat(config.timing()).isEqualTo(new Timing(250_000, 200_000));
        assertThat(config.allowedRanges().toString())
                .isEqualTo(config(Map.of(StageConfig.SSRF_ALLOW_CIDRS, ""))
                        .allowedRanges()
                        .toString());
    }

    @Test
    void aRegistryMustBeNamed() {
        assertThatThrownBy(() -> new StageConfig(Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("schema.registry.url");
    }

    @ParameterizedTest
    @ValueSource(strings = {"decorum.leed.ms", "decorum.", "decorum.default.interval", "decorum.LEAD.MS"})
    void anUnknownSettingOfOursIsRefusedWithTheKnownOnes(String key) {
        assertThatThrownBy(() -> config(Map.of(key, "1")))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(key + ": not a setting of the stage")
                .hasMessageContaining("decorum.lead.ms")
                .hasMessageContaining("decorum.default.interval.ms");
    }

    @Test
    void everythingElseGoesToKafkaUntouched() {
        Object handler = new Object();
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                "a:1,b:2",
                "producer.linger.ms",
                7,
                "main.consumer.fetch.min.bytes",
                "1",
                "a.setting.that.nobody.knows",
                handler));
        Map<String, Object> all = new HashMap<>(settings);
        all.put(StageConfig.LEAD_MS, "100");
        assertThat(config(all).kafkaSettings()).isEqualTo(settings);
    }

    @ParameterizedTest
    @CsvSource({
        "decorum.shards, 0",
        "decorum.shards, 10001",
        "decorum.lead.ms, -1",
        "decorum.lead.ms, 60001",
        "decorum.tick.ms, 0",
        "decorum.http.port, 65536",
        "decorum.rocksdb.memory.bytes, 1000",
        "decorum.default.interval.ms, 0",
        "decorum.default.interval.ms, 31536000001",
        "decorum.default.burst, 0",
        "decorum.default.max.in.flight, 0",
        "decorum.default.max.in.flight, 100001",
        "decorum.default.max.attempts, 0",
        "decorum.default.max.attempts, 1001",
        "decorum.default.lease.timeout.ms, 0",
        "decorum.default.backlog.max, 0",
        "decorum.default.retention.ms, -1",
        "decorum.decisions.enabled, perhaps",
        "decorum.ssrf.allow.cidrs, 10.0.0.0/33",
        "decorum.ssrf.allow.cidrs, everything"
    })
    void aValueOutOfBoundsIsRefusedWithItsKey(String key, String value) {
        assertThatThrownBy(() -> config(Map.of(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(value);
    }

    @ParameterizedTest
    @CsvSource({
        "decorum.shards, 1",
        "decorum.shards, 10000",
        "decorum.lead.ms, 63",
        "decorum.lead.ms, 60000",
        "decorum.http.port, 0",
        "decorum.default.interval.ms, 1",
        "decorum.default.interval.ms, 31536000000",
        "decorum.default.burst, 1",
        "decorum.default.max.in.flight, 100000",
        "decorum.default.retention.ms, 0",
        "decorum.ssrf.allow.cidrs, '10.1.0.0/16,fd00:1::/32'"
    })
    void theBoundsThemselvesAreAllowed(String key, String value) {
        assertThatCode(() -> config(Map.of(key, value))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"62, 50, 63", "250, 201, 252", "0, 1, 2"})
    void aLeadThatDoesNotCoverTheCommitIsRefused(long lead, String commit, long least) {
        assertThatThrownBy(() -> config(Map.of(StageConfig.LEAD_MS, lead, "commit.interval.ms", commit)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("decorum.lead.ms: " + lead + " (expected: at least " + least
                        + ", since four fifths of it must cover commit.interval.ms=" + commit + ")");
        assertThatCode(() -> config(Map.of(StageConfig.LEAD_MS, least, "commit.interval.ms", commit)))
                .doesNotThrowAnyException();
    }

    @Test
    void withoutTransactionsAReleaseIsReadableAtOnceAndNeedsNoLead() {
        assertThatCode(() -> config(Map.of(StageConfig.LEAD_MS, 0, "processing.guarantee", "at_least_once")))
                .doesNotThrowAnyException();
    }

    @Test
    void theDefaultPolicyIsWhatTheSettingsSay() {
        Policy policy = config(Map.of(
                        StageConfig.DEFAULT_INTERVAL_MS, "200",
                        StageConfig.DEFAULT_BURST, "4",
                        StageConfig.DEFAULT_MAX_IN_FLIGHT, "9",
                        StageConfig.DEFAULT_MAX_ATTEMPTS, "2",
                        StageConfig.DEFAULT_LEASE_TIMEOUT_MS, "1500",
                        StageConfig.DEFAULT_BACKLOG_MAX, "77",
                        StageConfig.DEFAULT_RETENTION_MS, "60000"))
                .defaultPolicy();
        assertThat(policy.origin()).isEqualTo(new Limit(200_000, 600_000));
        assertThat(policy.site()).isEqualTo(policy.origin());
        assertThat(policy.maxInFlight()).isEqualTo(9);
        assertThat(policy.maxAttempts()).isEqualTo(2);
        assertThat(policy.leaseTimeoutMicros()).isEqualTo(1_500_000);
        assertThat(policy.backlogMax()).isEqualTo(77);
        assertThat(policy.retentionMicros()).isEqualTo(60_000_000);
    }

    @Test
    void aBurstThatWouldOverflowTheToleranceIsRefusedWhereItIsSet() {
        assertThatThrownBy(() -> config(
                        Map.of(StageConfig.DEFAULT_INTERVAL_MS, "31536000000", StageConfig.DEFAULT_BURST, "100000")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("decorum.default")
                .hasMessageContaining("toleranceMicros");
    }

    @Test
    void everySettingIsNamedWithItsUnitAndDescribed() {
        for (ConfigDef.ConfigKey key : StageConfig.DEFINITION.configKeys().values()) {
            assertThat(key.documentation).as(key.name).isNotBlank().endsWith(".");
            if (key.type == ConfigDef.Type.LONG) {
                assertThat(key.name).matches(".*\\.(ms|bytes)");
            }
        }
    }

    @Test
    void hostsAndSuffixesOfAUsersOwnComeFromFiles(@TempDir Path directory) throws IOException {
        Path hosts = Files.writeString(
                directory.resolve("hosts.txt"),
                "[object-store minio]\nhost {bucket}.s3.shop.example\nkey * {bucket}\n");
        Path suffixes = Files.writeString(directory.resolve("suffixes.dat"), "example\nshop.example\n");
        OriginKeyer keyer = config(Map.of(
                        StageConfig.KNOWN_HOSTS_FILE, hosts.toString(),
                        StageConfig.PUBLIC_SUFFIX_FILE, suffixes.toString()))
                .keyer();
        assertThat(keyer.key("http://pics.s3.shop.example/a").printed()).isEqualTo("minio:pics");
        assertThat(keyer.key("http://www.shop.example/").printed()).isEqualTo("www.shop.example");
        assertThat(config(Map.of()).keyer().key("http://www.shop.example/").printed())
                .isEqualTo("shop.example");
    }

    @ParameterizedTest
    @ValueSource(strings = {StageConfig.KNOWN_HOSTS_FILE, StageConfig.PUBLIC_SUFFIX_FILE})
    void aFileThatCannotBeUsedIsRefusedBySettingAndReason(String setting, @TempDir Path directory) throws IOException {
        Path broken = Files.writeString(directory.resolve("broken"), "// no rule\n");
        assertThatThrownBy(
                        () -> config(Map.of(setting, directory.resolve("none").toString())))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(setting, "no such file");
        assertThatThrownBy(() -> config(Map.of(setting, broken.toString())))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(setting, "expected");
    }

    private static StageConfig config(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putIfAbsent(StageConfig.SCHEMA_REGISTRY_URL, "mock://config");
        return new StageConfig(all);
    }
}

package org.decorum.stage.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.decorum.core.machine.Timing;
import org.decorum.core.origin.KnownHosts;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.origin.PublicSuffixList;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.policy.PolicyLimits;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.core.ssrf.CidrList;

/**
 * Settings of the stage. Its own begin with {@code decorum.}; {@code schema.registry.url} is named as everywhere; all
 * others go to Kafka Streams and its clients as they are.
 */
public final class StageConfig extends AbstractConfig {

    public static final String PREFIX = "decorum.";

    public static final String SCHEMA_REGISTRY_URL = "schema.registry.url";
    public static final String SHARDS = PREFIX + "shards";
    public static final String LEAD_MS = PREFIX + "lead.ms";
    public static final String TICK_MS = PREFIX + "tick.ms";
    public static final String CLOCK_OFFSET_MS = PREFIX + "clock.offset.ms";
    public static final String HTTP_HOST = PREFIX + "http.host";
    public static final String HTTP_PORT = PREFIX + "http.port";
    public static final String DECISIONS_ENABLED = PREFIX + "decisions.enabled";
    public static final String SSRF_ALLOW_CIDRS = PREFIX + "ssrf.allow.cidrs";
    public static final String KNOWN_HOSTS_FILE = PREFIX + "known.hosts.file";
    public static final String PUBLIC_SUFFIX_FILE = PREFIX + "public.suffix.file";
    public static final String ROCKSDB_MEMORY_BYTES = PREFIX + "rocksdb.memory.bytes";
    public static final String RECENT_BYTES = PREFIX + "recent.origins.bytes";
    public static final String DEFAULT_INTERVAL_MS = PREFIX + "default.interval.ms";
    public static final String DEFAULT_BURST = PREFIX + "default.burst";
    public static final String DEFAULT_MAX_IN_FLIGHT = PREFIX + "default.max.in.flight";
    public static final String DEFAULT_MAX_ATTEMPTS = PREFIX + "default.max.attempts";
    public static final String DEFAULT_LEASE_TIMEOUT_MS = PREFIX + "default.lease.timeout.ms";
    public static final String DEFAULT_BACKLOG_MAX = PREFIX + "default.backlog.max";
    public static final String DEFAULT_RETENTION_MS = PREFIX + "default.retention.ms";

    private static final long CLOCK_OFFSET_MS_MAX = 3_600_000;
    private static final long MAX_MS = PolicyLimits.TIME_MAX_MICROS / Micros.PER_MILLI;

    public static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    SCHEMA_REGISTRY_URL,
                    Type.STRING,
                    HIGH,
                    "Schema registry that speaks Confluent's REST calls; several, with commas, are tried in"
                            + " turn. mock://NAME is one inside the process, for tests.")
            .define(
                    SHARDS,
                    Type.INT,
                    32,
                    between(1, 10_000),
                    HIGH,
                    "Partitions of the topics that are keyed by origin: the most stream tasks that can"
                            + " share the work. About four times the largest number of threads expected. Counts"
                            + " for the first start; decorum reshard changes it later.")
            .define(
                    LEAD_MS,
                    Type.LONG,
                    250L,
                    between(0, 60_000),
                    HIGH,
                    "How far ahead of its slot a release is emitted, milliseconds. Four fifths cover commit"
                            + " and network, one fifth late timers; raise it together with commit.interval.ms.")
            .define(
                    TICK_MS,
                    Type.LONG,
                    10L,
                    between(1, 1_000),
                    LOW,
                    "How often each task looks for origins that are due, milliseconds.")
            .define(
                    CLOCK_OFFSET_MS,
                    Type.LONG,
                    0L,
                    between(-CLOCK_OFFSET_MS_MAX, CLOCK_OFFSET_MS_MAX),
                    LOW,
                    "Added to the machine's clock where the stage decides by it, milliseconds; below 0 for a clock that is"
                            + " behind. For tests of what wrong clocks do, and for nothing else.")
            .define(
                    HTTP_HOST,
                    Type.STRING,
                    "127.0.0.1",
                    MEDIUM,
                    "Address on which metrics and health are served; 0.0.0.0 for all.")
            .define(
                    HTTP_PORT,
                    Type.INT,
                    8080,
                    between(0, 65_535),
                    MEDIUM,
                    "Port on which metrics and health are served; 0 for any that is free.")
            .define(
                    DECISIONS_ENABLED,
                    Type.BOOLEAN,
                    true,
                    MEDIUM,
                    "Whether each decision is written to crawl.decisions.")
            .define(
                    SSRF_ALLOW_CIDRS,
                    Type.STRING,
                    "",
                    MEDIUM,
                    "Ranges that may be crawled although they are not public, e.g. 10.1.0.0/16,fd00:1::/32."
                            + " Empty: none.")
            .define(
                    KNOWN_HOSTS_FILE,
                    Type.STRING,
                    "",
                    LOW,
                    "File with object stores, CDNs and image services of your own, asked before those that come with the"
                            + " stage, in the format of its known-hosts.txt. The same on every instance and for every"
                            + " command. Empty: none.")
            .define(
                    PUBLIC_SUFFIX_FILE,
                    Type.STRING,
                    "",
                    LOW,
                    "A newer public_suffix_list.dat than the one that comes with the stage; takes its place. The same on"
                            + " every instance and for every command. Empty: the one that comes with the stage.")
            .define(
                    ROCKSDB_MEMORY_BYTES,
                    Type.LONG,
                    128L << 20,
                    atLeast(16L << 20),
                    MEDIUM,
                    "Memory for blocks and write buffers of all RocksDB stores of the process together," + " bytes.")
            .define(
                    RECENT_BYTES,
                    Type.LONG,
                    128L << 20,
                    atLeast(1L << 20),
                    MEDIUM,
                    "Heap for the states of origins that were busy of late, all tasks of the instance together, bytes.")
            .define(
                    DEFAULT_INTERVAL_MS,
                    Type.LONG,
                    5_000L,
                    between(1, MAX_MS),
                    HIGH,
                    "Emission interval of an origin that no policy describes, milliseconds per unit of" + " cost.")
            .define(
                    DEFAULT_BURST,
                    Type.INT,
                    1,
                    between(1, PolicyLimits.BURST_MAX),
                    MEDIUM,
                    "Requests that such an origin takes at once after a quiet time; 1 for no burst.")
            .define(
                    DEFAULT_MAX_IN_FLIGHT,
                    Type.INT,
                    Policy.POLITE.maxInFlight(),
                    between(1, PolicyLimits.IN_FLIGHT_MAX),
                    MEDIUM,
                    "Most releases of one origin whose outcome is not known yet.")
            .define(
                    DEFAULT_MAX_ATTEMPTS,
                    Type.INT,
                    Policy.POLITE.maxAttempts(),
                    between(1, PolicyLimits.ATTEMPTS_MAX),
                    MEDIUM,
                    "Attempts before a request is rejected as ATTEMPTS_EXHAUSTED.")
            .define(
                    DEFAULT_LEASE_TIMEOUT_MS,
                    Type.LONG,
                    Policy.POLITE.leaseTimeoutMicros() / Micros.PER_MILLI,
                    between(1, MAX_MS),
                    MEDIUM,
                    "How long after its slot a release may stay without feedback, milliseconds; then it is"
                            + " tried again.")
            .define(
                    DEFAULT_BACKLOG_MAX,
                    Type.INT,
                    Policy.POLITE.backlogMax(),
                    between(1, PolicyLimits.BACKLOG_MAX),
                    MEDIUM,
                    "Most requests of one origin that wait; more are rejected as BACKLOG_FULL.")
            .define(
                    DEFAULT_RETENTION_MS,
                    Type.LONG,
                    Policy.POLITE.retentionMicros() / Micros.PER_MILLI,
                    between(0, MAX_MS),
                    LOW,
                    "How long the state of an idle origin is kept after all its limits are past," + " milliseconds.");

    private final Policy defaultPolicy;
    private final CidrList allowedRanges;
    private final OriginKeyer keyer;

    public StageConfig(Map<String, ?> settings) {
        super(DEFINITION, settings, false);
        rejectUnknown(settings);
        this.defaultPolicy = readDefaultPolicy();
        this.allowedRanges = readAllowedRanges();
        this.keyer = new OriginKeyer(
                fromFile(PUBLIC_SUFFIX_FILE, PublicSuffixList.bundled(), PublicSuffixList::read),
                fromFile(KNOWN_HOSTS_FILE, KnownHosts.bundled(), KnownHosts.bundled()::extendedBy));
        checkLead();
    }

    public Timing timing() {
        return Timing.ofLead(Micros.ofMillis(getLong(LEAD_MS)));
    }

    /** How far the stage's clock is to be ahead of the machine's. */
    public long clockOffsetMillis() {
        return getLong(CLOCK_OFFSET_MS);
    }

    /** The policy of an origin that nobody described. */
    public Policy defaultPolicy() {
        return defaultPolicy;
    }

    public CidrList allowedRanges() {
        return allowedRanges;
    }

    /** Keys URLs by the lists that the settings name. */
    public OriginKeyer keyer() {
        return keyer;
    }

    /** The settings that are not the stage's own, untouched. */
    public Map<String, Object> kafkaSettings() {
        Map<String, Object> kafka = new HashMap<>(originals());
        kafka.keySet().removeIf(key -> key.startsWith(PREFIX) || key.equals(SCHEMA_REGISTRY_URL));
        return kafka;
    }

    private Policy readDefaultPolicy() {
        Limit limit = Limit.burst(Micros.ofMillis(getLong(DEFAULT_INTERVAL_MS)), getInt(DEFAULT_BURST));
        try {
            return PolicyDraft.limit(limit)
                    .maxInFlight(getInt(DEFAULT_MAX_IN_FLIGHT))
                    .maxAttempts(getInt(DEFAULT_MAX_ATTEMPTS))
                    .leaseTimeoutMicros(Micros.ofMillis(getLong(DEFAULT_LEASE_TIMEOUT_MS)))
                    .backlogMax(getInt(DEFAULT_BACKLOG_MAX))
                    .retentionMicros(Micros.ofMillis(getLong(DEFAULT_RETENTION_MS)))
                    .policy();
        } catch (IllegalArgumentException invalid) {
            throw new ConfigException("decorum.default.*: " + invalid.getMessage());
        }
    }

    private CidrList readAllowedRanges() {
        String ranges = getString(SSRF_ALLOW_CIDRS);
        try {
            return CidrList.parse(ranges);
        } catch (IllegalArgumentException invalid) {
            throw new ConfigException(SSRF_ALLOW_CIDRS, ranges, invalid.getMessage());
        }
    }

    private interface Parser<T> {
        T parse(Reader source) throws IOException;
    }

    private <T> T fromFile(String setting, T bundled, Parser<T> parser) {
        String file = getString(setting);
        if (file.isBlank()) {
            return bundled;
        }
        try (Reader source = Files.newBufferedReader(Path.of(file))) {
            return parser.parse(source);
        } catch (NoSuchFileException | InvalidPathException missing) {
            throw new ConfigException(setting, file, "no such file");
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigException(setting, file, unreadable.getMessage());
        }
    }

    /** Whether nobody reads a record before the state that led to it is committed as well. */
    public boolean isExactlyOnce() {
        return StreamsConfig.EXACTLY_ONCE_V2.equals(
                KafkaDefaults.under(kafkaSettings()).get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
    }

    /** With transactions a release is readable after the commit: a lead that does not cover it would miss every slot. */
    private void checkLead() {
        Properties kafka = KafkaDefaults.under(kafkaSettings());
        String commitInterval = StreamsConfig.COMMIT_INTERVAL_MS_CONFIG;
        long commitMillis = (Long) ConfigDef.parseType(commitInterval, kafka.get(commitInterval), Type.LONG);
        if (isExactlyOnce() && timing().reachMicros() < Micros.ofMillis(commitMillis)) {
            throw new ConfigException(LEAD_MS + ": " + getLong(LEAD_MS) + " (expected: at least "
                    + (5 * commitMillis + 3) / 4 + ", since four fifths of it must cover "
                    + commitInterval + "=" + commitMillis + ")");
        }
    }

    private static void rejectUnknown(Map<String, ?> settings) {
        for (String key : settings.keySet()) {
            if (key.startsWith(PREFIX) && !DEFINITION.names().contains(key)) {
                throw new ConfigException(key + ": not a setting of the stage (expected one of "
                        + DEFINITION.names().stream().sorted().toList() + ")");
            }
        }
    }
}

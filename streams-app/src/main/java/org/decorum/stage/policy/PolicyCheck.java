package org.decorum.stage.policy;

import static org.decorum.core.policy.PolicyLimits.TIME_MAX_MICROS;

import java.util.Optional;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.policy.PolicyLimits;
import org.decorum.schema.OriginPolicy;
import org.decorum.wire.text.Excerpt;
import org.jspecify.annotations.Nullable;

/** What is wrong with a policy record by itself, in the words of its fields; the first thing that is. */
final class PolicyCheck {

    private static final int NOTE_CHARS_MAX = 4_096;

    private @Nullable String problem;

    private PolicyCheck() {}

    /** Field, value, and what was expected; empty where nothing is wrong. */
    static Optional<String> problem(OriginPolicy policy) {
        PolicyCheck check = new PolicyCheck();
        check.profile(policy.getProfile());
        check.ranges(policy);
        check.costs(policy);
        check.contradictions(policy);
        return Optional.ofNullable(check.problem);
    }

    private void profile(@Nullable String name) {
        if (name != null && Profile.named(name).isEmpty()) {
            wrong("profile", Excerpt.of(name), "one of " + String.join(", ", Profile.names()));
        }
    }

    private void ranges(OriginPolicy policy) {
        range("interval_micros", policy.getIntervalMicros(), 1, TIME_MAX_MICROS);
        range("site_interval_micros", policy.getSiteIntervalMicros(), 1, TIME_MAX_MICROS);
        range("interval_max_micros", policy.getIntervalMaxMicros(), 1, TIME_MAX_MICROS);
        range("interval_start_micros", policy.getIntervalStartMicros(), 1, TIME_MAX_MICROS);
        range("burst", policy.getBurst(), 1, PolicyLimits.BURST_MAX);
        range("slot_micros", policy.getSlotMicros(), 1, TIME_MAX_MICROS);
        range("crawl_delay_max_micros", policy.getCrawlDelayMaxMicros(), 1, TIME_MAX_MICROS);
        range("max_in_flight", policy.getMaxInFlight(), 1, PolicyLimits.IN_FLIGHT_MAX);
        range("max_attempts", policy.getMaxAttempts(), 1, PolicyLimits.ATTEMPTS_MAX);
        range("lease_timeout_micros", policy.getLeaseTimeoutMicros(), 1, TIME_MAX_MICROS);
        range("backlog_max", policy.getBacklogMax(), 1, PolicyLimits.BACKLOG_MAX);
        range("priority", policy.getPriority(), 0, PolicyLimits.PRIORITY_MAX);
        range("weight", policy.getWeight(), 1, PolicyLimits.WEIGHT_MAX);
        range("backoff_initial_micros", policy.getBackoffInitialMicros(), 1, TIME_MAX_MICROS);
        range("backoff_cap_micros", policy.getBackoffCapMicros(), 1, TIME_MAX_MICROS);
        range("backoff_quiet_micros", policy.getBackoffQuietMicros(), 0, TIME_MAX_MICROS);
        range("failure_run", policy.getFailureRun(), 1, BackoffPolicy.FAILURE_RUN_MAX);
        range("retry_after_cap_micros", policy.getRetryAfterCapMicros(), 1, TIME_MAX_MICROS);
        range("retention_micros", policy.getRetentionMicros(), 0, PolicyLimits.RETENTION_MAX_MICROS);
        int note = policy.getNote() == null ? 0 : policy.getNote().length();
        if (note > NOTE_CHARS_MAX) {
            wrong("note", "[" + note + "/" + NOTE_CHARS_MAX + "] characters", "at most " + NOTE_CHARS_MAX);
        }
    }

    private void costs(OriginPolicy policy) {
        if (policy.getCostRules() == null) {
            return;
        }
        try {
            PolicyCompiler.costs(policy.getCostRules());
        } catch (IllegalArgumentException refused) {
            note("cost_rules: " + refused.getMessage());
        }
    }

    private void contradictions(OriginPolicy policy) {
        tau(policy.getBurst(), "interval_micros", policy.getIntervalMicros());
        tau(policy.getBurst(), "site_interval_micros", policy.getSiteIntervalMicros());
        atLeast("interval_max_micros", policy.getIntervalMaxMicros(), "interval_micros", policy.getIntervalMicros());
        atLeast(
                "interval_start_micros",
                policy.getIntervalStartMicros(),
                "interval_micros",
                policy.getIntervalMicros());
        atLeast(
                "interval_max_micros",
                policy.getIntervalMaxMicros(),
                "interval_start_micros",
                policy.getIntervalStartMicros());
        atLeast(
                "backoff_cap_micros",
                policy.getBackoffCapMicros(),
                "backoff_initial_micros",
                policy.getBackoffInitialMicros());
        if ("IGNORE".equals(String.valueOf(policy.getCrawlDelay())) && policy.getCrawlDelayMaxMicros() != null) {
            wrong("crawl_delay_max_micros", policy.getCrawlDelayMaxMicros().toString(), "none with crawl_delay IGNORE");
        }
    }

    private void atLeast(String field, @Nullable Long value, String otherField, @Nullable Long least) {
        if (value != null && least != null && value < least) {
            wrong(field, value.toString(), "at least " + otherField + ", " + least);
        }
    }

    private void tau(@Nullable Integer burst, String intervalField, @Nullable Long intervalMicros) {
        if (problem == null
                && burst != null
                && intervalMicros != null
                && burst - 1 > TIME_MAX_MICROS / intervalMicros) {
            wrong(
                    "burst",
                    burst + " at " + intervalField + " " + intervalMicros,
                    "(burst - 1) * interval at most " + TIME_MAX_MICROS + " microseconds");
        }
    }

    private void range(String field, @Nullable Number value, long min, long max) {
        if (value != null && (value.longValue() < min || value.longValue() > max)) {
            wrong(field, value.toString(), min + " to " + max);
        }
    }

    private void wrong(String field, String found, String expected) {
        note(field + ": " + found + " (expected: " + expected + ")");
    }

    private void note(String found) {
        if (problem == null) {
            problem = found;
        }
    }
}

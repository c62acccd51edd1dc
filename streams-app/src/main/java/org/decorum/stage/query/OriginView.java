package org.decorum.stage.query;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backlog.Tenure;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.machine.Learned;
import org.decorum.core.machine.OriginState;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Gcra;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.jspecify.annotations.Nullable;

/**
 * One origin as it is now, for people and their programs.
 *
 * @param nextStart earliest start that the origin's limiter allows; null when it allows one at once
 * @param holdUntil end of the hold of the whole origin; null when there is none
 * @param holdCause why it is held; null when it is not, or nobody noted it
 * @param intervalMicros emission interval in force
 * @param inFlightMax cap on requests in flight that answers led to; null where the policy does not adapt, or nothing was
 *     released yet
 * @param parallelism how many requests the origin works on at once, as its answers let one think
 * @param normalLatencyMicros what an answer takes while nothing of ours waits there; null before the first
 * @param access {@code paused} or {@code blocked}; null when it is open
 * @param deferredFrom when the first request that may not start yet is due; null when there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OriginView(
        @JsonProperty("origin_key") String originKey,
        @JsonProperty("waiting") long waiting,
        @JsonProperty("in_flight") int inFlight,
        @JsonProperty("epoch") long epoch,
        @JsonProperty("interval_micros") long intervalMicros,
        @JsonProperty("in_flight_max") @Nullable Integer inFlightMax,
        @JsonProperty("parallelism") @Nullable Double parallelism,
        @JsonProperty("normal_latency_micros") @Nullable Long normalLatencyMicros,
        @JsonProperty("next_start") @Nullable String nextStart,
        @JsonProperty("hold_until") @Nullable String holdUntil,
        @JsonProperty("hold_cause") @Nullable String holdCause,
        @JsonProperty("deferred_from") @Nullable String deferredFrom,
        @JsonProperty("access") @Nullable String access,
        @JsonProperty("sites") List<SiteView> sites) {

    /**
     * One site inside it.
     *
     * @param crawlDelayMicros what its robots.txt asks for, whatever the policy makes of it; null for nothing
     * @param holdUntil end of its own hold; null when there is none
     * @param holdCause why it is held; null when it is not, or nobody noted it
     * @param tenure {@code awaited} while its home is asked who books it, {@code granted}, or that it is booked elsewhere;
     *     null where it is booked here by nature
     * @param bookedBy origin that books it; null where this one does or will
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SiteView(
            @JsonProperty("site_key") String siteKey,
            @JsonProperty("waiting") long waiting,
            @JsonProperty("interval_micros") long intervalMicros,
            @JsonProperty("crawl_delay_micros") @Nullable Long crawlDelayMicros,
            @JsonProperty("next_start") @Nullable String nextStart,
            @JsonProperty("hold_until") @Nullable String holdUntil,
            @JsonProperty("hold_cause") @Nullable String holdCause,
            @JsonProperty("access") @Nullable String access,
            @JsonProperty("tenure") @Nullable String tenure,
            @JsonProperty("booked_by") @Nullable String bookedBy) {}

    static OriginView of(String originKey, OriginState state, Policies policies, long nowMicros) {
        Policy policy = policies.of(originKey);
        Limit limit = state.limit(policy);
        Optional<Learned> learned = state.learned(policy);
        return new OriginView(
                originKey,
                state.waiting(),
                state.inFlight(),
                state.epoch(),
                limit.intervalMicros(),
                learned.map(Learned::inFlightMax).orElse(null),
                learned.map(Learned::parallelism).orElse(null),
                learned.map(Learned::normalMicros).filter(micros -> micros > 0).orElse(null),
                after(Gcra.earliest(state.forecastTatMicros(), limit), nowMicros),
                after(state.holdUntilMicros(), nowMicros),
                cause(state.holdUntilMicros(), state.holdCause(), nowMicros),
                state.deferredFromMicros() == Long.MAX_VALUE
                        ? null
                        : Micros.toInstant(state.deferredFromMicros()).toString(),
                access(policy),
                state.lanes().stream()
                        .map(lane -> site(lane, policies.inside(originKey).of(lane.siteKey()), nowMicros))
                        .toList());
    }

    private static SiteView site(Lane lane, Policy policy, long nowMicros) {
        Limit limit = lane.limit(policy);
        return new SiteView(
                lane.siteKey(),
                lane.waiting(),
                limit.intervalMicros(),
                lane.crawlDelayMicros() == 0 ? null : lane.crawlDelayMicros(),
                after(lane.earliestMicros(policy), nowMicros),
                after(lane.hold().untilMicros(), nowMicros),
                cause(lane.hold().untilMicros(), lane.hold().cause(), nowMicros),
                access(policy),
                lane.tenure().equals(Tenure.OWN)
                        ? null
                        : lane.tenure().kind().name().toLowerCase(Locale.ROOT),
                lane.tenure().isElsewhere() ? lane.tenure().other() : null);
    }

    private static @Nullable String access(Policy policy) {
        return policy.access() == Access.OPEN ? null : policy.access().name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable String cause(long untilMicros, Optional<HoldCause> cause, long nowMicros) {
        return untilMicros > nowMicros
                ? cause.map(known -> known.name().toLowerCase(Locale.ROOT)).orElse(null)
                : null;
    }

    private static @Nullable String after(long micros, long nowMicros) {
        return micros > nowMicros ? Micros.toInstant(micros).toString() : null;
    }
}

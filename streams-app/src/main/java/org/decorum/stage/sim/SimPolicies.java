package org.decorum.stage.sim;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.BacklogFull;
import org.decorum.core.policy.CrawlDelay;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.decorum.schema.BacklogFullRule;
import org.decorum.schema.CostRule;
import org.decorum.schema.CrawlDelayRule;
import org.decorum.schema.OriginPolicy;
import org.decorum.wire.Records;

/** Draws policies for a world, and lies about them where sabotage wants it. */
final class SimPolicies {

    /** After the last hold has been over for this long, an origin may be forgotten. */
    static final long QUIET_MICROS = 20_000_000;

    private static final long[] INTERVALS_MICROS = {40_000, 100_000, 250_000, 500_000, 1_000_000};
    private static final long[] CACHE_INTERVALS_MICROS = {5_000, 20_000, 40_000};
    private static final long SECOND = 1_000_000;
    private static final int MANY = 256;

    private final SimSettings settings;
    private final SplittableRandom random;
    private final int maxAttempts;
    private final boolean faultless;

    SimPolicies(SimSettings settings, SplittableRandom random) {
        this.settings = settings;
        this.random = random;
        this.maxAttempts = random.nextInt(1, 5);
        this.faultless = settings.isFaultless();
    }

    Policy standard() {
        return PolicyDraft.limit(Limit.every(200_000))
                .intervalMaxMicros(4 * 200_000)
                .maxInFlight(MANY)
                .maxAttempts(maxAttempts)
                .leaseTimeoutMicros(5_000_000)
                .backlogMax(10_000)
                .retentionMicros(settings.retentionMicros())
                .backoff(new BackoffPolicy(2 * SECOND, 30 * SECOND, 60 * SECOND, QUIET_MICROS, 5))
                .policy();
    }

    OriginPolicy draw() {
        long interval = INTERVALS_MICROS[random.nextInt(INTERVALS_MICROS.length)];
        OriginPolicy.Builder policy = OriginPolicy.newBuilder()
                .setIntervalMicros(interval)
                .setIntervalMaxMicros(random.nextLong(interval, 4 * interval))
                .setBurst(random.nextInt(10) < 7 ? 1 : random.nextInt(2, 9))
                .setMaxInFlight(faultless || random.nextBoolean() ? MANY : random.nextInt(1, 12))
                .setLeaseTimeoutMicros(1_000_000L * random.nextInt(2, 15))
                .setWeight(random.nextInt(1, 6));
        if (!faultless && random.nextInt(4) == 0) {
            policy.setSiteIntervalMicros(INTERVALS_MICROS[random.nextInt(INTERVALS_MICROS.length)]);
        }
        if (!faultless && random.nextInt(4) == 0) {
            policy.setIntervalStartMicros(policy.getIntervalMaxMicros());
        }
        if (!faultless && random.nextBoolean()) {
            policy.setAdaptive(true);
        }
        if (!faultless && random.nextInt(6) == 0) {
            policy.setBacklogMax(random.nextInt(1, 20));
            policy.setBacklogFull(BacklogFullRule.values()[random.nextInt(BacklogFullRule.values().length)]);
        }
        if (!faultless && random.nextBoolean()) {
            policy.setCrawlDelay(random.nextInt(4) == 0 ? CrawlDelayRule.IGNORE : CrawlDelayRule.FINISH_TO_START);
        }
        if (random.nextInt(3) == 0) {
            policy.setCostRules(List.of(
                    CostRule.newBuilder()
                            .setKind("page")
                            .setPath("*7*")
                            .setCost(random.nextInt(1, 4))
                            .build(),
                    CostRule.newBuilder().setKind("page").setCost(2).build()));
        }
        drawAccess(policy);
        return policy.build();
    }

    /** The same for a site that is a cache in front of its origin: the origin pays what is not in it. */
    OriginPolicy ofCache(Optional<OriginPolicy> policy) {
        Records.trustGeneratedCode();
        OriginPolicy.Builder cache = policy.map(OriginPolicy::newBuilder).orElseGet(OriginPolicy::newBuilder);
        return cache.setMissesOnly(true)
                .setSiteIntervalMicros(CACHE_INTERVALS_MICROS[random.nextInt(CACHE_INTERVALS_MICROS.length)])
                .build();
    }

    /** Now and then what is already slow is stopped altogether. */
    private void drawAccess(OriginPolicy.Builder policy) {
        int drawn = faultless ? 0 : random.nextInt(20);
        if (drawn >= 17) {
            policy.setPaused(true);
        }
        if (drawn == 19) {
            policy.setBlocked(true);
        }
    }

    /** The same policy, neither paused nor blocked. */
    static OriginPolicy opened(OriginPolicy policy) {
        Records.trustGeneratedCode();
        return OriginPolicy.newBuilder(policy).setPaused(null).setBlocked(null).build();
    }

    /** What tasks believe. */
    Policies believed(Policies inForce) {
        return switch (settings.sabotage()) {
            case SHORT_INTERVALS ->
                changed(
                        inForce,
                        policy -> policy.withLimit(Limit.every(policy.origin().intervalMicros() * 9 / 10)));
            case NO_CAP ->
                changed(
                        inForce,
                        policy -> PolicyDraft.of(policy).maxInFlight(2 * MANY).policy());
            case IGNORED_PAUSES -> changed(inForce, policy -> policy.withAccess(Access.OPEN));
            case IGNORED_FINISHES ->
                changed(
                        inForce,
                        policy -> PolicyDraft.of(policy)
                                .crawlDelay(CrawlDelay.DEFAULT)
                                .policy());
            case IGNORED_OVERFLOWS ->
                changed(
                        inForce,
                        policy -> PolicyDraft.of(policy)
                                .backlogFull(BacklogFull.REJECT_NEW)
                                .policy());
            default -> inForce;
        };
    }

    private static Policies changed(Policies inForce, UnaryOperator<Policy> change) {
        return new Policies() {
            @Override
            public Policy of(String key) {
                return change.apply(inForce.of(key));
            }

            @Override
            public Policies inside(String originKey) {
                return changed(inForce.inside(originKey), change);
            }
        };
    }
}

package org.decorum.stage.bench;

import java.util.Locale;
import java.util.OptionalInt;

/** What the benchmark of the adaptive law runs against each of its hosts. */
public enum AdaptiveScenario {
    /** The published experiment: 2,000 pages of A, 300 of B. */
    PUBLISHED(0, true, false),
    /** A backlog that never ends. */
    STEADY(0, false, false),
    /** Four times as slow for three seconds. */
    SLOWDOWN(0, false, true),
    /** Service times vary a little. */
    VARIATION_03(0.3, false, false),
    /** Service times vary a lot. */
    VARIATION_10(1.0, false, false);

    private static final double SLOW_FACTOR = 4;
    private static final double SLOW_SECONDS = 3;
    private static final double SLOW_AFTERMATH_SECONDS = 6;
    private static final int PAGES_OF_A = 2_000;
    private static final int PAGES_OF_B = 300;

    private final double variation;
    private final boolean counted;
    private final boolean slowed;

    AdaptiveScenario(double variation, boolean counted, boolean slowed) {
        this.variation = variation;
        this.counted = counted;
        this.slowed = slowed;
    }

    /** As it is written on the command line, such as {@code variation-0.3}. */
    public String word() {
        return variation > 0
                ? "variation-" + variation
                : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public double variation() {
        return variation;
    }

    public boolean isSlowed() {
        return slowed;
    }

    /** How many pages; empty for as many as fit into the time. */
    public OptionalInt pages(HostSpec base) {
        return counted
                ? OptionalInt.of(base.workers() == HostSpec.A.workers() ? PAGES_OF_A : PAGES_OF_B)
                : OptionalInt.empty();
    }

    /** @param seconds of a scenario that runs as long as it is let */
    public double seconds(double seconds, double slowFromSeconds) {
        return slowed ? slowFromSeconds + SLOW_SECONDS + SLOW_AFTERMATH_SECONDS : seconds;
    }

    /** The host of this scenario. */
    public HostSpec host(HostSpec base, double slowFromSeconds) {
        HostSpec host = base.varying(variation);
        return slowed
                ? host.slowed(new Slowdown(
                        Math.round(slowFromSeconds * 1e6),
                        Math.round((slowFromSeconds + SLOW_SECONDS) * 1e6),
                        SLOW_FACTOR))
                : host;
    }
}

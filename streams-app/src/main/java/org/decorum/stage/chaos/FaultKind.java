package org.decorum.stage.chaos;

import java.util.Locale;

/** What the harness does to a process; how often, and for how long at most. */
public enum FaultKind {
    /** SIGKILL, and started again. */
    KILL_STAGE(Role.STAGE, 5, 0, 8_000),
    /** SIGTERM, and started again. */
    RESTART_STAGE(Role.STAGE, 2, 0, 5_000),
    /** SIGSTOP, and woken: for longer than its session, a zombie. */
    FREEZE_STAGE(Role.STAGE, 5, 500, 20_000),
    /** Stopped or killed, some of its local files overwritten, cut or deleted, and started again. */
    CORRUPT_STATE(Role.STAGE, 4, 0, 3_000),
    /** Killed, all its local files deleted, and started again. */
    DELETE_STATE(Role.STAGE, 2, 0, 3_000),
    /** Restarted with a clock that is up to 2 s wrong, and later with a right one. */
    SKEW_CLOCK(Role.STAGE, 3, 5_000, 15_000),
    /** One more, or one less where there is one more. */
    SCALE_STAGES(Role.STAGE, 2, 0, 0),
    KILL_FETCHER(Role.FETCHER, 4, 0, 8_000),
    RESTART_FETCHER(Role.FETCHER, 2, 0, 5_000),
    FREEZE_FETCHER(Role.FETCHER, 5, 500, 20_000),
    SCALE_FETCHERS(Role.FETCHER, 2, 0, 0),
    KILL_BROKER(Role.BROKER, 4, 0, 8_000),
    RESTART_BROKER(Role.BROKER, 2, 0, 5_000),
    FREEZE_BROKER(Role.BROKER, 3, 500, 12_000);

    private final Role role;
    private final int weight;
    private final int millisMin;
    private final int millisMax;

    FaultKind(Role role, int weight, int millisMin, int millisMax) {
        this.role = role;
        this.weight = weight;
        this.millisMin = millisMin;
        this.millisMax = millisMax;
    }

    /** Whom it hits. */
    public Role role() {
        return role;
    }

    int weight() {
        return weight;
    }

    int millisMin() {
        return millisMin;
    }

    int millisMax() {
        return millisMax;
    }

    /** As a person writes it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return word();
    }
}

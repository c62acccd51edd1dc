package org.decorum.stage.http;

/** Paths that the stage serves. */
public final class Paths {
    public static final String HOME = "/";
    public static final String METRICS = "/metrics";
    public static final String LIVE = "/health/live";
    public static final String READY = "/health/ready";

    /** One origin's present state; the key follows. */
    public static final String ORIGINS = "/origins/";

    private Paths() {}
}

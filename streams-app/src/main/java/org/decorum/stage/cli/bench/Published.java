package org.decorum.stage.cli.bench;

import java.util.List;

/** Figures that others published for two hosts like A and B, where a sleep of 20 ms took 20.7 ms; feedback at once. */
final class Published {

    private Published() {}

    static List<String> lines() {
        return List.of(
                "Published for 2,000 pages of A and 300 of B, feedback at once, where a sleep of 20 ms took 20.7 ms:",
                "  limiter                A pages/s   A 503s   A p50 ms   B pages/s   B 503s   B p50 ms",
                "  fixed, 2 in flight            95        0         21          39        0         51",
                "  fixed, 32 in flight          283      256         63          19      658        153",
                "  adaptive                 365-371        0         21          39        0     76-101",
                "  A four times as slow in seconds 3 to 6 (100 pages/s): a baseline that never expires falls to 12,",
                "  a window of 1 s holds 82 to 86; after that it returns to about 370.");
    }
}

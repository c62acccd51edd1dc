package org.decorum.stage.cli.demo;

import java.util.Optional;

/**
 * What a demo does.
 *
 * @param urls list to publish; empty means made-up origins
 * @param seconds longest time to crawl
 * @param origins number of made-up origins
 * @param fetchers fetch loops
 * @param inFlightMax requests that one of them has under way at once
 * @param latencyMillis median of what the farm's origins take for an answer
 * @param seed of the made-up origins and of the farm
 * @param live whether the fetchers go out to the URLs themselves
 * @param rate URLs published a second
 * @param intervalMillis emission interval of origins that no policy describes
 */
record DemoSettings(
        Optional<String> urls,
        int seconds,
        int origins,
        int fetchers,
        int inFlightMax,
        int latencyMillis,
        long seed,
        boolean live,
        double rate,
        long intervalMillis) {}

package org.decorum.stage.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class HostModelTest {

    private static final long START = 1_700_000_000_000_000L;

    @Test
    void asManyAsThereAreWorkersAreServedAtOnceAndTheOthersInTheOrderOfArrival() {
        HostModel host = new HostModel(HostSpec.B, 1);

        assertThat(host.arrive(START)).isEqualTo(page(0, 0, 50_000, 0));
        assertThat(host.arrive(START + 1_000)).isEqualTo(page(1_000, 1_000, 51_000, 0));
        assertThat(host.arrive(START + 2_000)).isEqualTo(page(2_000, 50_000, 100_000, 0));
        assertThat(host.arrive(START + 3_000)).isEqualTo(page(3_000, 51_000, 101_000, 1));
        assertThat(host.arrive(START + 200_000)).isEqualTo(page(200_000, 200_000, 250_000, 0));
    }

    @Test
    void oneMoreThanMayWaitIsRefusedAtOnceAndCostsTheWorkersNothing() {
        HostModel host = new HostModel(HostSpec.B, 1);
        for (int i = 0; i < 6; i++) {
            assertThat(host.arrive(START).status()).isEqualTo(Visit.OK);
        }

        Visit refused = host.arrive(START + 10);

        assertThat(refused).isEqualTo(new Visit(START + 10, START + 10, START + 10, Visit.REFUSED, 4));
        assertThat(host.arrive(START + 50_000)).isEqualTo(page(50_000, 150_000, 200_000, 2));
    }

    @Test
    void keptBusyWithExactlyItsWorkersItDoesWhatItIsMadeFor() {
        assertThat(pagesInTenSeconds(HostSpec.A)).isEqualTo(4_000);
        assertThat(pagesInTenSeconds(HostSpec.A.varying(0.3)) / 4_000.0).isCloseTo(1, within(0.03));
        assertThat(pagesInTenSeconds(HostSpec.A.varying(1.0)) / 4_000.0).isCloseTo(1, within(0.06));
    }

    @Test
    void serviceTimesHaveTheMeanAndTheVariationAskedFor() {
        HostSpec spec = new HostSpec("wide", 20_000, 20_000, 0, 0.5, HostSpec.A.slowdown());
        HostModel host = new HostModel(spec, 3);
        double[] served = new double[20_000];
        for (int i = 0; i < served.length; i++) {
            served[i] = host.arrive(START).latencyMicros();
        }
        double mean = Arrays.stream(served).average().orElseThrow();
        double variance = Arrays.stream(served)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow();

        assertThat(mean).isCloseTo(20_000, within(300.0));
        assertThat(Math.sqrt(variance) / mean).isCloseTo(0.5, within(0.02));
    }

    @Test
    void aServiceThatBeginsDuringTheSlowdownTakesLongerCountedFromTheFirstRequest() {
        HostModel host = new HostModel(HostSpec.A.slowed(new Slowdown(3_000_000, 6_000_000, 4)), 1);

        assertThat(host.arrive(START).latencyMicros()).isEqualTo(20_000);
        assertThat(host.arrive(START + 2_999_999).latencyMicros()).isEqualTo(20_000);
        assertThat(host.arrive(START + 3_000_000).latencyMicros()).isEqualTo(80_000);
        assertThat(host.arrive(START + 5_999_999).latencyMicros()).isEqualTo(80_000);
        assertThat(host.arrive(START + 6_000_000).latencyMicros()).isEqualTo(20_000);
    }

    @Test
    void theSameSeedServesAlike() {
        assertThat(latencies(1)).isEqualTo(latencies(1)).isNotEqualTo(latencies(2));
    }

    private static List<Long> latencies(long seed) {
        HostModel host = new HostModel(HostSpec.A.varying(1.0), seed);
        List<Long> latencies = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            latencies.add(host.arrive(START + 100_000L * i).latencyMicros());
        }
        return latencies;
    }

    private static int pagesInTenSeconds(HostSpec spec) {
        HostModel host = new HostModel(spec, 1);
        PriorityQueue<Long> ends = new PriorityQueue<>();
        for (int i = 0; i < spec.workers(); i++) {
            ends.add(host.arrive(START).endedMicros());
        }
        int pages = 0;
        while (ends.element() <= START + 10_000_000) {
            pages++;
            ends.add(host.arrive(ends.remove()).endedMicros());
        }
        return pages;
    }

    private static Visit page(long arrived, long begun, long ended, int waiting) {
        return new Visit(START + arrived, START + begun, START + ended, Visit.OK, waiting);
    }
}

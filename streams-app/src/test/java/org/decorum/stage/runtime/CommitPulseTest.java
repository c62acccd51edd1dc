package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.decorum.stage.runtime.CommitPulse.Beat;
import org.junit.jupiter.api.Test;

class CommitPulseTest {

    private final CommitPulse pulse = new CommitPulse(Duration.ofSeconds(5), Duration.ofSeconds(10));

    @Test
    void aThreadThatCommitsIsWell() {
        for (int second = 0; second < 20; second++) {
            look(second, working(20 * second));
        }
        assertThat(pulse.complaints()).isEmpty();
        assertThat(pulse.ageSeconds()).isZero();
    }

    @Test
    void aThreadThatHasNotCommittedForOverFiveSecondsIsNamed() {
        look(0, working(7), working("other", 1));
        for (int second = 1; second <= 5; second++) {
            look(second, working(7), working("other", 1 + second));
        }
        assertThat(pulse.complaints()).isEmpty();
        assertThat(pulse.ageSeconds()).isEqualTo(5);
        look(6, working(7), working("other", 7));
        assertThat(pulse.complaints())
                .singleElement()
                .asString()
                .startsWith("thread has not committed for 6 s (expected: 5 s at most)");
    }

    @Test
    void oneCommitDoesNotEndASilenceAndTwoLooksWithCommitsDo() {
        look(0, working(7));
        look(6, working(7));
        look(7, working(8));
        assertThat(pulse.complaints()).as("one commit").isNotEmpty();
        look(8, working(8));
        look(9, working(9));
        assertThat(pulse.complaints()).as("another, later").isNotEmpty();
        look(10, working(10));
        assertThat(pulse.complaints()).isEmpty();
    }

    @Test
    void aNewThreadHasFiveSeconds() {
        look(0, working(7));
        look(6, working(7));
        look(7, working("next", 0));
        assertThat(pulse.complaints()).isEmpty();
        look(13, working("next", 0));
        assertThat(pulse.complaints()).singleElement().asString().startsWith("next has not committed");
    }

    @Test
    void aThreadWithoutTasksIsWellWhileItIsInItsGroup() {
        look(0, idle(0));
        look(60, idle(9));
        assertThat(pulse.complaints()).isEmpty();
        assertThat(pulse.ageSeconds()).isZero();
        look(61, idle(11));
        assertThat(pulse.complaints()).containsExactly("thread has no contact with its group: its coordinator is away");
        look(62, idle(-1));
        assertThat(pulse.complaints()).isNotEmpty();
        look(63, idle(0));
        assertThat(pulse.complaints()).isEmpty();
    }

    @Test
    void commitsOfAThreadWithNothingToWriteAreNoProofOfContact() {
        look(0, new Beat("thread", true, 1, 0));
        look(11, new Beat("thread", true, 200, 11));
        assertThat(pulse.complaints()).singleElement().asString().contains("no contact with its group");
    }

    @Test
    void aThreadThatGetsTasksHasFiveSecondsForItsFirstCommit() {
        look(0, idle(0));
        look(60, idle(0));
        look(61, working(0));
        look(64, working(0));
        assertThat(pulse.complaints()).isEmpty();
    }

    private void look(long second, Beat... beats) {
        pulse.look(List.of(beats), TimeUnit.SECONDS.toNanos(second));
    }

    private static Beat working(double commits) {
        return working("thread", commits);
    }

    private static Beat working(String thread, double commits) {
        return new Beat(thread, true, commits, 0);
    }

    private static Beat idle(double heartbeatAgeSeconds) {
        return new Beat("thread", false, 0, heartbeatAgeSeconds);
    }
}

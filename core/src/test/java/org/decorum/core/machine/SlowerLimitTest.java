package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofSeconds;

import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.junit.jupiter.api.Test;

/** A limit that has become slower binds the very next start. */
class SlowerLimitTest {

    private final TestOrigin origin = new TestOrigin(Policy.POLITE.withLimit(Limit.every(ofSeconds(1))));

    @Test
    void aSlowerPolicySpacesTheNextStartFromTheLastOne() {
        origin.arrive(TestOrigin.KEY, 2);
        origin.arrive(TestOrigin.KEY);
        origin.policy(Policy.POLITE.withLimit(Limit.every(ofSeconds(60))));
        origin.runTo(200);
        assertThat(origin.releases.get(1).slot().releaseAtMicros()).isEqualTo(ofSeconds(120));
    }

    @Test
    void aCrawlDelayThatWasJustReadSpacesTheNextStartFromTheLastOne() {
        origin.arrive(TestOrigin.KEY);
        origin.arrive(TestOrigin.KEY);
        origin.apply(new OriginEvent.RobotsRead(TestOrigin.KEY, ofSeconds(30)));
        origin.runTo(100);
        assertThat(origin.releases.get(1).slot().releaseAtMicros()).isEqualTo(ofSeconds(30));
    }

    @Test
    void aStartInAWideSlotMayBeLateSoTheSlowerLimitCountsFromItsEnd() {
        origin.allow(Allowance.ofRoom(100, ofSeconds(1)));
        origin.arrive(TestOrigin.KEY);
        origin.arrive(TestOrigin.KEY);
        long patience = ofSeconds(1) * 3 / 4;
        assertThat(origin.releases.get(0).slot().expiresAtMicros()).isEqualTo(ofSeconds(1));

        origin.apply(new OriginEvent.RobotsRead(TestOrigin.KEY, ofSeconds(30)));
        origin.runTo(100);

        assertThat(origin.releases.get(1).slot().releaseAtMicros()).isEqualTo(ofSeconds(30) + patience);
    }

    @Test
    void theSameOfASlowerPolicy() {
        origin.allow(Allowance.ofRoom(100, ofSeconds(1)));
        origin.arrive(TestOrigin.KEY);
        origin.arrive(TestOrigin.KEY);

        origin.policy(Policy.POLITE.withLimit(Limit.every(ofSeconds(60))));
        origin.runTo(200);

        assertThat(origin.releases.get(1).slot().releaseAtMicros()).isEqualTo(ofSeconds(60) + ofSeconds(1) * 3 / 4);
    }

    @Test
    void aFasterPolicyStillHonoursWhatWasBooked() {
        origin.arrive(TestOrigin.KEY);
        origin.arrive(TestOrigin.KEY);
        origin.policy(Policy.POLITE.withLimit(Limit.every(ofSeconds(1) / 10)));
        origin.runTo(10);
        assertThat(origin.releases.get(1).slot().releaseAtMicros()).isEqualTo(ofSeconds(1));
    }
}

package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.Arrays;
import java.util.Random;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.NewerStateException;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;

class OriginStateCodecTest {

    @Test
    void aNewOriginReadsBackAsNew() {
        byte[] bytes = new OriginState().toBytes();
        assertThat(OriginState.fromBytes(bytes).toBytes()).isEqualTo(bytes);
    }

    @Test
    void anOriginWithLanesLeasesAndReturnsReadsBackTheSame() {
        OriginState state = busyOrigin();
        OriginState read = OriginState.fromBytes(state.toBytes());
        assertThat(read.toBytes()).isEqualTo(state.toBytes());
        assertThat(read.waiting()).isEqualTo(state.waiting());
        assertThat(read.leases()).isEqualTo(state.leases());
        assertThat(read.epoch()).isEqualTo(state.epoch());
        assertThat(read.tatMicros()).isEqualTo(state.tatMicros());
        assertThat(read.clamp(0)).isEqualTo(state.clamp(0));
        assertThat(read.lanes()).extracting(lane -> lane.siteKey()).containsExactly("a.example", "b.example");
    }

    @Test
    void aStateOfOneSiteTakesFewBytes() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(5).policy());
        origin.now = ofSeconds(1_700_000_000);
        origin.arrive("example.org");
        origin.arrive("example.org");
        assertThat(origin.state.toBytes()).hasSizeLessThan(160);
    }

    @Test
    void anOriginAtRestTakesFewerBytes() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(5).policy());
        origin.now = ofSeconds(1_700_000_000);
        origin.arrive("example.org");
        origin.report(origin.releases.get(0), Outcome.FETCHED);
        assertThat(origin.state.inFlight()).isZero();
        assertThat(origin.state.toBytes()).hasSizeLessThan(80);
    }

    @Test
    void everyTruncationIsRecognised() {
        byte[] bytes = busyOrigin().toBytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatExceptionOfType(CorruptStateException.class).isThrownBy(() -> OriginState.fromBytes(cut));
        }
    }

    @Test
    void anotherVersionAndLeftOverBytesAreRecognised() {
        byte[] bytes = busyOrigin().toBytes();
        assertThatExceptionOfType(CorruptStateException.class)
                .isThrownBy(() -> OriginState.fromBytes(Arrays.copyOf(bytes, bytes.length + 1)))
                .withMessage("1 bytes left over (expected: none)");
        bytes[0] = OriginState.VERSION + 1;
        assertThatExceptionOfType(NewerStateException.class)
                .isThrownBy(() -> OriginState.fromBytes(bytes))
                .withMessage("state version: 7 (expected: at most 6): a later release wrote it; "
                        + "run that release or a newer one");
        bytes[0] = OriginState.OLDEST_VERSION - 1;
        assertThatExceptionOfType(CorruptStateException.class)
                .isThrownBy(() -> OriginState.fromBytes(bytes))
                .withMessage("state version: 4 (expected: 5 to 6)");
    }

    @Test
    void changedBytesAreAStateOrCorruptAndNothingElse() {
        byte[] bytes = busyOrigin().toBytes();
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] changed = bytes.clone();
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            try {
                OriginState.fromBytes(changed).toBytes();
            } catch (CorruptStateException | NewerStateException expected) {
                assertThat(expected).hasMessageNotContaining("null");
            } catch (RuntimeException other) {
                fail("seed " + seed, other);
            }
        }
    }

    private static OriginState busyOrigin() {
        TestOrigin origin = new TestOrigin(PolicyDraft.every(10).policy());
        origin.now = ofSeconds(1_000);
        origin.apply(new OriginEvent.RobotsRead("a.example", ofSeconds(3)));
        for (int i = 0; i < 5; i++) {
            origin.arrive("a.example", 2);
            origin.arrive("b.example");
        }
        origin.runTo(1_040);
        origin.report(origin.releases.get(1), Outcome.FAILED);
        return origin.state;
    }
}

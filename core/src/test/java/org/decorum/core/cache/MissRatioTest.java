package org.decorum.core.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.junit.jupiter.api.Test;

class MissRatioTest {

    private MissRatio ratio = MissRatio.UNKNOWN;

    @Test
    void everythingMissesUntilAnAnswerSaysOtherwise() {
        assertThat(ratio.parts()).isEqualTo(MissRatio.ALL);
        assertThat(ratio.of(5_000_000)).isEqualTo(5_000_000);
        assertThat(ratio.spared(5_000_000)).isZero();
        ratio = ratio.saw(false);
        assertThat(ratio.parts()).isEqualTo(MissRatio.ALL / 32 * 31);
    }

    @Test
    void hitsAloneNeverMakeItNothing() {
        see(10_000, false);
        assertThat(ratio.parts()).isBetween(1, MissRatio.ALL / 1_000);
        assertThat(ratio.of(1)).isEqualTo(1);
    }

    @Test
    void missesAloneMakeItAllAgain() {
        see(200, false);
        see(22, true);
        assertThat(ratio.parts()).isGreaterThan(MissRatio.ALL / 2);
        see(1_000, true);
        assertThat(ratio.parts()).isEqualTo(MissRatio.ALL);
    }

    @Test
    void itFollowsTheMeanOfWhatIsSeen() {
        Random random = new Random(1);
        double sum = 0;
        see(200, false);
        for (int report = 0; report < 20_000; report++) {
            ratio = ratio.saw(random.nextInt(100) < 30);
            sum += ratio.parts();
        }
        assertThat(sum / 20_000 / MissRatio.ALL).isCloseTo(0.3, within(0.01));
    }

    @Property
    void twoPartsMakeTheWholeAndWhatMissesIsRoundedUp(
            @ForAll @IntRange(max = 300) int hits, @ForAll @LongRange(min = 1) long amount) {
        see(hits, false);
        assertThat(ratio.of(amount)).isBetween(1L, amount);
        assertThat(ratio.of(amount) + ratio.spared(amount)).isEqualTo(amount);
        double exact = (double) amount * ratio.parts() / MissRatio.ALL;
        assertThat((double) ratio.of(amount)).isGreaterThanOrEqualTo(exact * (1 - 1e-12));
        assertThat((double) ratio.of(amount)).isLessThanOrEqualTo(exact * (1 + 1e-12) + 2);
    }

    @Test
    void itReadsBackAsWrittenAndTakesOneByteWhereItIsNotUsed() {
        assertThat(bytes(ratio)).hasSize(1);
        see(40, false);
        see(3, true);
        assertThat(MissRatio.read(new StateReader(bytes(ratio))).parts()).isEqualTo(ratio.parts());
        assertThat(bytes(ratio)).hasSizeLessThan(4);
    }

    @Test
    void partsThatCannotBeAreRecognised() {
        for (long spared : new long[] {-1, MissRatio.ALL}) {
            byte[] bytes = new StateWriter().writeLong(spared).toBytes();
            assertThatExceptionOfType(CorruptStateException.class)
                    .isThrownBy(() -> MissRatio.read(new StateReader(bytes)))
                    .withMessage("parts that hit: " + spared + " (expected: 0 to 65535)");
        }
    }

    private void see(int reports, boolean missed) {
        for (int report = 0; report < reports; report++) {
            ratio = ratio.saw(missed);
        }
    }

    private static byte[] bytes(MissRatio ratio) {
        StateWriter out = new StateWriter();
        ratio.write(out);
        return out.toBytes();
    }
}

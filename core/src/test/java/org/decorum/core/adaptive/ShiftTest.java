package org.decorum.core.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ShiftTest {

    @Test
    void tellsAFourfoldSlowdownFromFiveAnswers() {
        Shift slower = Shift.slower();
        assertThat(answersUntilAlarm(slower, 4, 0)).isEqualTo(5);
        assertThat(slower.mean()).isCloseTo(4, within(0.01));
    }

    @Test
    void tellsAnEndOfItAsFast() {
        Shift faster = Shift.faster();
        assertThat(answersUntilAlarm(faster, 0.25, 0)).isEqualTo(6);
        assertThat(faster.mean()).isCloseTo(0.25, within(0.01));
    }

    @Test
    void isNotMovedByOneLateAnswer() {
        Shift slower = Shift.slower();
        for (int i = 0; i < 1_000; i++) {
            assertThat(slower.add(i % 10 == 0 ? 100 : 1, 0, 9)).isFalse();
        }
    }

    @Test
    void isNotMovedByTheVarianceThatItKnows() {
        Random random = new Random(11);
        Shift slower = Shift.slower();
        Shift faster = Shift.faster();
        double sigma = Math.sqrt(Math.log(1 + 0.3 * 0.3));
        for (int i = 0; i < 20_000; i++) {
            double ratio = Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
            assertThat(slower.add(ratio, 0.3, 9)).isFalse();
            assertThat(faster.add(ratio, 0.3, 9)).isFalse();
        }
    }

    private static int answersUntilAlarm(Shift shift, double ratio, double variation) {
        int answers = 1;
        while (!shift.add(ratio, variation, 9)) {
            answers++;
        }
        return answers;
    }
}

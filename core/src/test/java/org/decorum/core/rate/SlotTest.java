package org.decorum.core.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotTest {

    @ParameterizedTest
    @CsvSource({
        // T, width, microseconds
        "1, 20000",
        "79999, 20000",
        "80004, 20001",
        "100000, 25000",
        "1000000, 250000",
        "5000000, 250000",
        "9223372036854775807, 250000"
    })
    void isAQuarterOfTheIntervalBetweenTwentyMillisecondsAndAQuarterSecond(long interval, long width) {
        assertThat(Slot.widthFor(interval)).isEqualTo(width);
    }

    @Test
    void containsBothOfItsEnds() {
        Slot slot = Slot.at(100, 20);
        assertThat(slot.contains(99)).isFalse();
        assertThat(slot.contains(100)).isTrue();
        assertThat(slot.contains(120)).isTrue();
        assertThat(slot.contains(121)).isFalse();
    }

    @Test
    void saturatesAndRefusesToEndBeforeItStarts() {
        assertThat(Slot.at(Long.MAX_VALUE - 1, 20).expiresAtMicros()).isEqualTo(Long.MAX_VALUE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Slot(5, 4))
                .withMessage("expiresAtMicros: 4 (expected: >= 5)");
    }

    /** Each call is {@code asked>attempted}; the outcome is the slot's start and whether the attempt was inside. */
    @ParameterizedTest(name = "T={0} width={1}: {2}")
    @CsvSource({
        "10, 2, '0>0 0>10 0>20', '0 10 20'",
        "10, 2, '0>2 0>12 0>22', '0 10 20'",
        "10, 2, '0>0 0>13 13>20', '0 missed:10 20'",
        "10, 2, '0>3 3>10 3>20', 'missed:0 10 20'",
        "10, 2, '0>30 0>30 0>30 30>30 30>40', 'missed:0 missed:10 missed:20 30 40'",
        "100, 20, '0>150 150>150 150>200', 'missed:0 150 missed:250'"
    })
    void aMissedSlotIsLostAndNotRefunded(long interval, long width, String calls, String outcomes) {
        LocalGate gate = new LocalGate();
        List<String> seen = new ArrayList<>();
        for (String call : calls.split(" ")) {
            String[] askedAndAttempted = call.split(">");
            long asked = Long.parseLong(askedAndAttempted[0]);
            Slot slot = Slot.at(gate.reserve("origin", Limit.every(interval), 1, asked), width);
            boolean hit = slot.contains(Long.parseLong(askedAndAttempted[1]));
            seen.add((hit ? "" : "missed:") + slot.releaseAtMicros());
        }
        assertThat(seen).containsExactly(outcomes.split(" "));
    }
}

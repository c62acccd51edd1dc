package org.decorum.stage.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GenerationTest {

    private static final Generation FIRST = Generation.first("decorum", 4);

    @Test
    void theFirstHasTheApplicationIdThatIsConfigured() {
        assertThat(FIRST.applicationId()).isEqualTo("decorum");
        assertThat(new Generation("decorum", 2, 16).applicationId()).isEqualTo("decorum-g2");
    }

    @Test
    void whatALaterGenerationReadsStandsAfterAllThatEarlierOnesRead() {
        long longest = 1L << 43;
        long previous = -1;
        for (int number : new int[] {1, 2, 3, Generation.NUMBER_MAX}) {
            Generation generation = new Generation("decorum", number, 4);
            assertThat(generation.position(0)).isGreaterThan(previous);
            previous = generation.position(longest);
        }
        assertThat(FIRST.position(17)).as("as before there were generations").isEqualTo(17);
        assertThat(previous).as("below what is added for moved requests").isLessThan(1L << 62);
    }

    @Test
    void aNumberIsNotUsedTwiceThoughItsGenerationWasGivenUp() {
        GenerationRecord first = GenerationRecord.unwritten(FIRST);
        GenerationRecord building = first.build(16);
        assertThat(building.inForce()).isEqualTo(FIRST);
        assertThat(building.building()).contains(new Generation("decorum", 2, 16));
        GenerationRecord again = building.withdraw().build(8);
        assertThat(again.building()).contains(new Generation("decorum", 3, 8));
        GenerationRecord published = again.publish();
        assertThat(published.inForce()).isEqualTo(new Generation("decorum", 3, 8));
        assertThat(published.building()).isEmpty();
        assertThat(published.revision()).isEqualTo(4);
    }

    @Test
    void aRecordIsReadAsItWasWritten() {
        GenerationRecord building = GenerationRecord.unwritten(FIRST).build(16);
        for (GenerationRecord record : new GenerationRecord[] {building, building.publish(), building.withdraw()}) {
            assertThat(GenerationRecord.fromBytes("decorum", record.toBytes())).isEqualTo(record);
        }
        assertThat(new String(building.toBytes(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"revision\":1,\"in_force\":{\"number\":1,\"shards\":4,\"application_id\":\"decorum\"},"
                                + "\"building\":{\"number\":2,\"shards\":16,\"application_id\":\"decorum-g2\"},\"last_number\":2}");
    }

    @Test
    void aRecordThatCannotBeReadIsNotTakenForNone() {
        for (String text :
                new String[] {"", "{}", "[1]", "{\"revision\":1,\"in_force\":{\"number\":0,\"shards\":4}}"}) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> GenerationRecord.fromBytes("decorum", bytes))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(GenerationRecord.unwritten(FIRST).building()).isEqualTo(Optional.empty());
    }
}

package org.decorum.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateCodecTest {

    @Property
    void readsBackEveryInteger(@ForAll long value, @ForAll int small) {
        StateReader in = new StateReader(
                new StateWriter().writeLong(value).writeLong(small).toBytes());
        assertThat(in.readLong()).isEqualTo(value);
        assertThat(in.readInt()).isEqualTo(small);
        in.expectEnd();
    }

    @Property
    void readsBackWhatDiffersFromAnythingByAnything(@ForAll long base, @ForAll long value) {
        StateReader in =
                new StateReader(new StateWriter().writeSince(base, value).toBytes());
        assertThat(in.readSince(base)).isEqualTo(value);
        in.expectEnd();
    }

    @Property
    void readsBackTextOfAnyLength(@ForAll String text) {
        String valid = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        StateReader in = new StateReader(
                new StateWriter().writeByte(200).writeString(valid).toBytes());
        assertThat(in.readByte()).isEqualTo(200);
        assertThat(in.readString()).isEqualTo(valid);
        in.expectEnd();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "-1, 1",
        "63, 1",
        "64, 2",
        "-64, 1",
        "-65, 2",
        "9223372036854775807, 10",
        "-9223372036854775808, 10"
    })
    void takesFewBytesForSmallValues(long value, int bytes) {
        assertThat(new StateWriter().writeLong(value).toBytes()).hasSize(bytes);
    }

    @Test
    void recognisesWhatWasNotWritten() {
        assertCorrupt(new byte[0], StateReader::readByte, "ended after 0 bytes (expected: more)");
        assertCorrupt(new byte[] {-1}, StateReader::readLong, "ended after 1 bytes (expected: more)");
        assertCorrupt(bytes(-1, 11), StateReader::readLong, "integer of over 64 bits at 10");
        assertCorrupt(written(1L << 32), StateReader::readInt, "integer: 4294967296 (expected: 32 bits)");
        assertCorrupt(written(-1), StateReader::readCount, "count: -1 (expected: 0 to 0)");
        assertCorrupt(written(1_000_000_000), StateReader::readString, "count: 1000000000 (expected: 0 to 0)");
        assertCorrupt(written(0), StateReader::expectEnd, "1 bytes left over (expected: none)");
    }

    private static void assertCorrupt(byte[] bytes, Consumer<StateReader> read, String message) {
        assertThatExceptionOfType(CorruptStateException.class)
                .isThrownBy(() -> read.accept(new StateReader(bytes)))
                .withMessage(message);
    }

    private static byte[] written(long value) {
        return new StateWriter().writeLong(value).toBytes();
    }

    private static byte[] bytes(int value, int count) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}

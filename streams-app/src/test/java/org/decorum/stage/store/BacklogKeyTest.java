package org.decorum.stage.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.decorum.core.backlog.Ticket;
import org.junit.jupiter.api.Test;

class BacklogKeyTest {

    private static final Comparator<BacklogKey> LOGICAL =
            Comparator.comparingLong(BacklogKey::major).thenComparingLong(BacklogKey::minor);

    @Property
    void bytesOfOneOriginAreInTheOrderOfTheNumbers(
            @ForAll("numbers") long major,
            @ForAll("numbers") long minor,
            @ForAll("numbers") long otherMajor,
            @ForAll("numbers") long otherMinor) {
        BacklogKey one = new BacklogKey("example.org", major, minor);
        BacklogKey other = new BacklogKey("example.org", otherMajor, otherMinor);
        assertThat(Integer.signum(Arrays.compareUnsigned(one.toBytes(), other.toBytes())))
                .isEqualTo(Integer.signum(LOGICAL.compare(one, other)));
    }

    @Property
    void whatIsWrittenIsRead(
            @ForAll("origins") String origin, @ForAll("numbers") long major, @ForAll("numbers") long minor) {
        BacklogKey key = new BacklogKey(origin, major, minor);
        assertThat(BacklogKey.fromBytes(key.toBytes())).isEqualTo(key);
    }

    @Property
    void noKeyOfAnotherOriginLiesBetweenTheFirstAndTheLastOfOne(
            @ForAll("origins") String origin,
            @ForAll("origins") String other,
            @ForAll("numbers") long major,
            @ForAll("numbers") long minor) {
        byte[] key = new BacklogKey(other, major, minor).toBytes();
        boolean inside = Arrays.compareUnsigned(new BacklogKey(origin, 0, 0).toBytes(), key) <= 0
                && Arrays.compareUnsigned(key, new BacklogKey(origin, Long.MAX_VALUE, Long.MAX_VALUE).toBytes()) <= 0;
        assertThat(inside).isEqualTo(origin.equals(other));
    }

    @Test
    void anOriginThatBeginsLikeAnotherIsNotItsNeighbour() {
        List<BacklogKey> keys = new ArrayList<>();
        for (String origin : List.of("a.example", "a.example.org", "a.exampl", "a.example-", "a.example!")) {
            for (long number : new long[] {0, 1, 255, 256, Long.MAX_VALUE}) {
                keys.add(new BacklogKey(origin, number, Long.MAX_VALUE - number));
            }
        }
        keys.sort((one, other) -> Arrays.compareUnsigned(one.toBytes(), other.toBytes()));
        List<String> runs = new ArrayList<>();
        for (BacklogKey key : keys) {
            if (runs.isEmpty() || !runs.get(runs.size() - 1).equals(key.originKey())) {
                runs.add(key.originKey());
            }
        }
        assertThat(runs)
                .as("each origin's keys stand together")
                .doesNotHaveDuplicates()
                .hasSize(5);
    }

    @Test
    void aTicketIsItsKey() {
        long last = Ticket.of(Ticket.LANES_MAX - 1, 9, Ticket.NUMBERS_MAX - 1);
        assertThat(BacklogKey.ofTicket("example.org", last)).isEqualTo(new BacklogKey("example.org", last, 0));
        assertThat(BacklogKey.fromBytes(BacklogKey.ofTicket("example.org", last).toBytes())
                        .major())
                .isEqualTo(last);
    }

    @Provide
    Arbitrary<Long> numbers() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(0, Long.MAX_VALUE),
                Arbitraries.of(0L, 1L, 127L, 128L, 255L, 256L, 1L << 31, 1L << 32, 1L << 47, Long.MAX_VALUE));
    }

    @Provide
    Arbitrary<String> origins() {
        return Arbitraries.oneOf(
                Arbitraries.of("a.example", "a.example.org", "a.example0", "b.example", "s3:my.bucket", "[::1]"),
                Arbitraries.strings()
                        .withCharRange('\u0001', '\u00ff')
                        .ofMinLength(1)
                        .ofMaxLength(4));
    }
}

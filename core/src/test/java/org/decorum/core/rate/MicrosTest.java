package org.decorum.core.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class MicrosTest {

    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    @Property
    void aSumIsExactOrStaysAtTheEndOfTheRange(@ForAll long a, @ForAll long b) {
        assertThat(Micros.add(a, b)).isEqualTo(saturated(BigInteger.valueOf(a).add(BigInteger.valueOf(b))));
    }

    @Property
    void aDifferenceIsExactOrStaysAtTheEndOfTheRange(@ForAll long a, @ForAll long b) {
        assertThat(Micros.subtract(a, b))
                .isEqualTo(saturated(BigInteger.valueOf(a).subtract(BigInteger.valueOf(b))));
    }

    @Property
    void aProductIsExactOrStaysAtTheEndOfTheRange(
            @ForAll @LongRange(min = 0) long a, @ForAll @LongRange(min = 0) long b) {
        assertThat(Micros.multiply(a, b))
                .isEqualTo(saturated(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b))));
    }

    @Test
    void saturatesAtBothEnds() {
        assertThat(Micros.add(Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(Micros.add(Long.MIN_VALUE, -1)).isEqualTo(Long.MIN_VALUE);
        assertThat(Micros.subtract(Long.MIN_VALUE, 1)).isEqualTo(Long.MIN_VALUE);
        assertThat(Micros.subtract(0, Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(Micros.multiply(Long.MAX_VALUE, 2)).isEqualTo(Long.MAX_VALUE);
        assertThat(Micros.multiply(1L << 32, 1L << 31)).isEqualTo(Long.MAX_VALUE);
        assertThat(Micros.ofSeconds(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void convertsUnits() {
        assertThat(Micros.ofMillis(3)).isEqualTo(3_000);
        assertThat(Micros.ofSeconds(3)).isEqualTo(3_000_000);
    }

    private static long saturated(BigInteger exact) {
        return exact.max(MIN).min(MAX).longValueExact();
    }
}

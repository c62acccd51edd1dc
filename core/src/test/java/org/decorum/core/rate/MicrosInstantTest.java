package org.decorum.core.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class MicrosInstantTest {

    @Property
    void anInstantOfMicrosecondsComesBackAsItWas(
            @ForAll @LongRange(min = Long.MIN_VALUE / 2, max = Long.MAX_VALUE / 2) long micros) {
        assertThat(Micros.of(Micros.toInstant(micros))).isEqualTo(micros);
    }

    @Test
    void whatIsFinerThanAMicrosecondIsRoundedDownAndWhatIsTooFarStaysAtTheEnd() {
        assertThat(Micros.of(Instant.parse("1970-01-01T00:00:01.000001999Z"))).isEqualTo(1_000_001);
        assertThat(Micros.of(Instant.parse("1969-12-31T23:59:59.999999999Z"))).isEqualTo(-1);
        assertThat(Micros.of(Instant.MAX)).isEqualTo(Long.MAX_VALUE);
        assertThat(Micros.of(Instant.MIN)).isLessThanOrEqualTo(-Long.MAX_VALUE);
    }
}

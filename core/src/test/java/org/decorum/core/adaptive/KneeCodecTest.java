package org.decorum.core.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KneeCodecTest {

    private static final int SIZE_MAX = 200;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.3, 1})
    void goesOnInTheSameWayFromItsBytes(double variation) {
        HostSpec spec = HostSpec.A.varying(variation).slow(8, 12, 80_000);
        AtomicInteger largest = new AtomicInteger();
        CrawlLog plain = crawl(spec, knee -> knee);
        CrawlLog stored = crawl(spec, knee -> {
            byte[] bytes = bytes(knee);
            largest.accumulateAndGet(bytes.length, Math::max);
            return read(bytes);
        });
        CrawlLog copied = crawl(spec, Knee::copy);
        assertThat(stored).usingRecursiveComparison().isEqualTo(plain);
        assertThat(copied).usingRecursiveComparison().isEqualTo(plain);
        assertThat(largest.get()).isLessThanOrEqualTo(SIZE_MAX);
    }

    private static CrawlLog crawl(HostSpec spec, UnaryOperator<Knee> storing) {
        CrawlPath path = CrawlPath.ahead(200);
        KneeStage stage = new KneeStage(path, 5);
        return new SimulatedCrawl(spec, path, 5, stage)
                .after(() -> stage.replace(storing))
                .run(20);
    }

    @Test
    void leavesACopyAlone() {
        FedKnee fed = new FedKnee(new PaceLimits(1, 60_000_000, 1, 1));
        fed.answers(50, 20_000);
        Knee copy = fed.knee().copy();
        byte[] before = bytes(copy);
        fed.answers(50, 90_000);
        assertThat(bytes(copy)).isEqualTo(before);
        assertThat(bytes(fed.knee())).isNotEqualTo(before);
    }

    @Test
    void refusesBytesThatEndEarlyOrMakeNoSense() {
        FedKnee fed = new FedKnee(new PaceLimits(1, 60_000_000, 1, 1));
        fed.answers(50, 20_000);
        byte[] bytes = bytes(fed.knee());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatExceptionOfType(CorruptStateException.class).isThrownBy(() -> read(cut));
        }
        bytes[0] = 0xF;
        assertThatExceptionOfType(CorruptStateException.class).isThrownBy(() -> read(bytes));
    }

    private static byte[] bytes(Knee knee) {
        StateWriter out = new StateWriter();
        knee.write(out);
        return out.toBytes();
    }

    private static Knee read(byte[] bytes) {
        StateReader in = new StateReader(bytes);
        Knee knee = Knee.read(in);
        in.expectEnd();
        return knee;
    }
}

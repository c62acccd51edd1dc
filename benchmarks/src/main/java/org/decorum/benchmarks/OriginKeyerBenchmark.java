package org.decorum.benchmarks;

import java.util.concurrent.TimeUnit;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Finding the origin of a URL, by the kind of URL. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class OriginKeyerBenchmark {

    private static final int URLS = 1 << 10;

    /** The hosts differ in their number, {@code %d}. */
    @Param({
        "https://shop%d.example/catalogue/item.html?page=2",
        "https://www.shop%d.example.co.uk/catalogue/item.html?page=2",
        "https://bucket-%d.s3.eu-west-1.amazonaws.com/catalogue/item.jpg",
        "https://b\u00fccher%d.example/"
    })
    String pattern = "";

    private final OriginKeyer keyer = OriginKeyer.bundled();
    private final String[] urls = new String[URLS];
    private int turn;

    @Setup
    public void writeUrls() {
        for (int i = 0; i < URLS; i++) {
            urls[i] = pattern.replace("%d", Integer.toString(i));
        }
    }

    @Benchmark
    public KeyResult key() {
        return keyer.key(urls[turn++ & (URLS - 1)]);
    }
}

package org.decorum.benchmarks;

import java.io.IOException;

/** Runs the benchmarks of this module; the arguments are those of JMH. */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] arguments) throws IOException {
        org.openjdk.jmh.Main.main(arguments);
    }
}

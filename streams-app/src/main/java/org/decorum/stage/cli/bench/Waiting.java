package org.decorum.stage.cli.bench;

import java.util.function.LongSupplier;

/**
 * The same load, with another measure of what is done.
 *
 * @param waiting what waits, which counts as done
 */
record Waiting(Driven driven, LongSupplier waiting) implements Driven {

    @Override
    public long answered() {
        return driven.answered();
    }

    @Override
    public long done() {
        return waiting.getAsLong();
    }

    @Override
    public void check() {
        driven.check();
    }
}

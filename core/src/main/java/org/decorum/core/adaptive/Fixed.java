package org.decorum.core.adaptive;

/** Estimates as doubles that are always a multiple of 1/1024, so that the bytes of a state give back exactly the state. */
final class Fixed {

    private static final double ONE = 1024;

    private Fixed() {}

    static double of(double value) {
        return Math.rint(value * ONE) / ONE;
    }

    static long toLong(double value) {
        return Math.round(value * ONE);
    }

    static double fromLong(long raw) {
        return raw / ONE;
    }
}

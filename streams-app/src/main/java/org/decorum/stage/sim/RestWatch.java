package org.decorum.stage.sim;

import org.jspecify.annotations.Nullable;

/** Follows the requests of one site through committed output: how many are out, and when the last of them had ended. */
final class RestWatch {

    private int out;
    private long endedMicros = Long.MIN_VALUE / 2;

    /** Takes note of a booking and says what is wrong with it; null if nothing is. */
    @Nullable
    String booked(Booking booking) {
        out++;
        if (booking.restMicros() == 0) {
            return null;
        }
        if (out > 1) {
            return (out - 1) + " of its site are out already";
        }
        return booking.releaseAtMicros() < endedMicros + booking.restMicros()
                ? "one of its site ended at " + endedMicros + " us, and it rests " + booking.restMicros() + " us"
                : null;
    }

    /** A request had ended, as far as its owner knows. */
    void ended(long atMicros) {
        out--;
        endedMicros = Math.max(endedMicros, atMicros);
    }

    /** A clock was far ahead: when requests had ended is not known any more. */
    void jumped() {
        endedMicros = Long.MIN_VALUE / 2;
    }

    /** A request was not started. */
    void missed() {
        out--;
    }
}
